import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { basename, join, relative } from 'node:path'
import ts from 'typescript'
import { buildProgram } from './build-program.ts'
import { bundleDependencies } from './bundle-dependencies.ts'
import { commonFields, platforms, release, runtimeName } from './config.ts'

interface Manifest {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Files that the program reads at run time. */
const folders = ['docs', 'server/migrations', 'web/dist']

/** Not read: the server creates the document itself. */
const leftOut = new Set(['.made-of', 'openapi.json'])

/** Only these parts, and without its install scripts, which would download another FFmpeg. */
const nodeAv = {
  name: 'node-av',
  files: ['LICENSE.md', 'dist/lib', 'dist/constants', 'dist/utils'],
}

/** Used without an import: its files are located by path. */
const usedByPath = new Set(['@fontsource/inter', 'soundswallower'])

/** Writes the package with the server, the console and the CLI. */
export async function stageProgram(root: string, target: string): Promise<void> {
  const imported = await buildProgram({
    root,
    target,
    entries: ['cli/src/main.ts'],
    language: ts.ScriptTarget.ESNext,
    replaced: { 'server/src/engines/onnxruntime.ts': platformOnnxRuntime() },
  })
  await copyParts(root, target, [...folders, ...(await pagesOutsideDocs(root))])
  await copyAssets(root, target, 'server/src')
  await writeJson(join(target, 'package.json'), await programManifest(root, target, imported))
}

/** Writes the package with the CLI alone, for machines that use a server elsewhere. */
export async function stageClient(root: string, target: string): Promise<void> {
  const imported = await buildProgram({
    root,
    target,
    entries: ['cli/src/main.ts'],
    language: ts.ScriptTarget.ES2022,
    isClientOnly: true,
  })
  imported.delete('@atelier/server')
  await copyParts(root, target, [])
  const cli = await readManifest(root, 'cli')
  await writeJson(join(target, 'package.json'), {
    ...commonFields(
      release.names.client,
      'The command line client of Atelier, without the server.',
    ),
    type: 'module',
    bin: { atelier: 'cli/bin/atelier.js' },
    dependencies: neededOf(cli.dependencies ?? {}, imported),
  })
}

/** The site at `/docs` shows them, too. */
async function pagesOutsideDocs(root: string): Promise<string[]> {
  const index = await readFile(join(root, 'docs/README.md'), 'utf8')
  return [...index.matchAll(/\]\(\.\.\/([\w/.-]+\.md)\)/g)].map(([, path]) => path as string)
}

async function copyParts(root: string, target: string, more: string[]): Promise<void> {
  for (const path of ['cli/bin', 'LICENSE', 'README.md', ...more]) {
    await cp(join(root, path), join(target, path), {
      recursive: true,
      filter: (from) => !leftOut.has(basename(from)),
    })
  }
  for (const part of ['cli', 'server']) {
    const { version } = await readManifest(root, part)
    if (version !== release.version) {
      throw new Error(`${part}/package.json has version ${version}, not ${release.version}.`)
    }
    await mkdir(join(target, part), { recursive: true })
    await writeJson(join(target, part, 'package.json'), { version, type: 'module', private: true })
  }
}

/** Pages, pictures and the like that stand beside the code that reads them. */
async function copyAssets(root: string, target: string, folder: string): Promise<void> {
  for (const file of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
    const from = join(file.parentPath, file.name)
    if (!file.isFile() || file.name.endsWith('.ts')) continue
    await cp(from, join(target, relative(root, from)))
  }
}

async function copyNodeAv(root: string, target: string): Promise<void> {
  const from = join(root, 'node_modules', nodeAv.name)
  const to = join(target, 'node_modules', nodeAv.name)
  for (const file of nodeAv.files) {
    await cp(join(from, file), join(to, file), {
      recursive: true,
      filter: (path) => !/\.(map|d\.ts)$/.test(path),
    })
  }
  const { name, version, license, type, exports } = JSON.parse(
    await readFile(join(from, 'package.json'), 'utf8'),
  )
  const kept = { './lib': exports['./lib'].default, './constants': exports['./constants'].default }
  await writeJson(join(to, 'package.json'), { name, version, license, type, exports: kept })
}

async function programManifest(root: string, target: string, imported: Set<string>) {
  const server = await readManifest(root, 'server')
  const cli = await readManifest(root, 'cli')
  const dependencies = neededOf({ ...server.dependencies, ...cli.dependencies }, imported)
  const names = Object.keys(dependencies).filter((name) => name !== nodeAv.name)
  const workspaces = ['server', 'cli']
  const bundled = await bundleDependencies(root, target, { names, workspaces })
  await copyNodeAv(root, target)
  const runtimes = platforms.map((platform) => [runtimeName(platform), release.version])
  return {
    ...commonFields(
      release.names.program,
      'A self-hosted backend that AI agents share with the people they work for.',
    ),
    type: 'module',
    os: ['linux', 'darwin'],
    bin: { atelier: 'cli/bin/atelier.js' },
    dependencies,
    optionalDependencies: { ...server.optionalDependencies, ...Object.fromEntries(runtimes) },
    bundleDependencies: [...bundled, nodeAv.name],
  }
}

/** The dependencies that the code imports. Fails if one that it imports isn't declared. */
function neededOf(declared: Record<string, string>, imported: Set<string>) {
  const missing = [...imported].filter(
    (name) => !declared[name] && !name.startsWith('node:') && !builtinModules.includes(name),
  )
  if (missing.length > 0) throw new Error(`Imported but not a dependency: ${missing.join(', ')}`)
  return Object.fromEntries(
    Object.entries(declared).filter(([name]) => imported.has(name) || usedByPath.has(name)),
  )
}

/** Binaries of one platform come with the runtime package: see stage-runtime.ts. */
function platformOnnxRuntime(): string {
  const { names } = release
  return `import { createRequire } from 'node:module'
import './no-telemetry.ts'
const name = \`${names.runtime}-\${process.platform}-\${process.arch}/onnxruntime\`
export const { InferenceSession, Tensor } = createRequire(import.meta.url)(name)
`
}

async function readManifest(root: string, part: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, part, 'package.json'), 'utf8'))
}

export async function writeJson(file: string, content: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
}
