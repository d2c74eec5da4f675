import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/**
 * Writes dist for the npm package: JavaScript for Node 20. Transpiles file by file, without types,
 * which `npm test` checks: a whole program would include the server's sources.
 */
const root = join(import.meta.dirname, '..')
const source = join(root, 'src')

const compilerOptions: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  rewriteRelativeImportExtensions: true,
  verbatimModuleSyntax: true,
}

await rm(join(root, 'dist'), { recursive: true, force: true })
for (const file of await readdir(source, { recursive: true })) {
  if (!file.endsWith('.ts') || /\.test\.ts$|^(run-atelier|call-main)\.ts$/.test(file)) continue
  const text = asInstalled(await readFile(join(source, file), 'utf8'))
  const target = join(root, 'dist', file.replace(/\.ts$/, '.js'))
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, ts.transpileModule(text, { compilerOptions, fileName: file }).outputText)
}

/** The repository uses the SDK's source; the installed package uses its build. */
function asInstalled(text: string): string {
  return text
    .replaceAll("'@atelier/sdk/src/node.ts'", "'@atelier/sdk/node'")
    .replaceAll(/'@atelier\/sdk\/src\/[\w-]+\.ts'/g, "'@atelier/sdk'")
}
