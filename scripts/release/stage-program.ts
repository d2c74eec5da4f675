import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { basename, join } from 'node:path'
import { bundleProgram } from '../build-program.js'
import { bundleDependencies, legal } from './bundle-dependencies.ts'
import { commonFields, platforms, release, runtimeName } from './config.ts'

interface Manifest {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Files that the program reads at run time. */
const folders = ['docs', 'server/migrations', 'server/src/features/mcp/apps', 'web/dist']

/** Not read: the server creates the document itself. */
const leftOut = /^(\.built-from|openapi\.json)$|\.ts$/

/** Only these parts, and without its install scripts, which would download another FFmpeg. */
const nodeAv = {
  name: 'node-av',
  files: ['LICENSE.md', 'dist/lib', 'dist/constants', 'dist/utils'],
}

/** Used without an import: its files are located by path. */
const usedByPath = new Set(['@fontsource/inter', 'minisearch', 'soundswallower'])

/** Writes the package with the server, the console and the CLI. */
export async function stageProgram(root: string, target: string): Promise<void> {
  const { imported, included } = await bundleProgram(join(target, 'dist/program/release'), {
    replaced: { 'server/src/engines/onnxruntime.ts': platformOnnxRuntime() },
  })
  await copyParts(root, target, [...folders, ...(await pagesOutsideDocs(root))])
  await copyLicenses(included, target)
  await writeJson(join(target, 'package.json'), await programManifest(root, target, imported))
}

/** Writes the package with the CLI alone, for machines that use a server elsewhere. */
export async function stageClient(root: string, target: string): Promise<void> {
  const { imported, included } = await bundleProgram(join(target, 'dist/program/release'), {
    isClientOnly: true,
  })
  imported.delete('@atelier/server')
  await copyParts(root, target, [])
  await copyLicenses(included, target)
  const cli = await readManifest(root, 'cli')
  await writeJson(join(target, 'package.json'), {
    ...commonFields(
      release.names.client,
      'The command line client of Atelier, without the server.',
    ),
    type: 'module',
    bin: { atelier: 'cli/bin/atelier.js' },
    dependencies: pickNeeded(cli.dependencies ?? {}, imported),
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
      filter: (from) => !leftOut.test(basename(from)),
    })
  }
}

/** The code of these packages is part of the program, so their terms go with it. */
async function copyLicenses(packageFolders: Set<string>, target: string): Promise<void> {
  const to = join(target, 'licenses')
  await mkdir(to)
  for (const folder of packageFolders) {
    const names = (await readdir(folder)).filter((name) => legal.test(name))
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
    for (const file of names) await cp(join(folder, file), join(to, name.replace('/', '-'), file))
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
  const dependencies = pickNeeded({ ...server.dependencies, ...cli.dependencies }, imported)
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
function pickNeeded(declared: Record<string, string>, imported: Set<string>) {
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
