// Joins the server and the CLI into few JavaScript files, which start in a fraction of the time.
// "npm run dev" runs the source itself, and so does the CLI while a file differs from the build.
// With a folder as its argument, it writes the program there, as packages and images contain it.
import { globSync, rmSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join, relative, resolve } from 'node:path'
import { buildAndRemember, readCurrent } from './current-build.js'

const root = join(import.meta.dirname, '..')
const builds = join(root, 'dist/program')
const stamp = join(builds, '.built-from')
const sources = [
  ...['cli/src', 'server/src', 'sdk/src'],
  ...['cli/package.json', 'server/package.json', 'package-lock.json', 'scripts/build-program.js'],
]
const keepMs = 24 * 3_600_000
/** Packages that every start loads. Joining them with the program halves its time, too. */
const joined = [
  ...['@fastify/busboy', '@jmespath-community/jmespath', '@marcbachmann/cel-js', 'ajv'],
  ...['ajv-formats', 'commander', 'croner'],
  ...['fast-json-stringify', 'fastify', 'htmlparser2', 'ipaddr.js', 'pino', 'pino-pretty'],
  ...['pg', 'prom-client', 'rrule-temporal', 'standardwebhooks', 'tar', 'temporal-polyfill'],
  ...['typebox', 'undici', 'ws'],
]

/** The entry file of a build that matches the source, if there is one. */
export function currentProgram() {
  const build = readCurrent(stamp, sources)
  return build && join(builds, build.folder, 'main.js')
}

export async function buildProgram() {
  if (currentProgram()) return
  await buildAndRemember('program', stamp, sources, async () => {
    removeOldBuilds()
    // A folder of its own, because a server may still load files of the build before.
    const folder = Date.now().toString(36)
    await bundleProgram(join(builds, folder))
    return { folder }
  })
}

/**
 * Writes `main.js` and the programs of child processes and threads. Returns the packages that they
 * import, and the folders of those that are part of them.
 */
export async function bundleProgram(target, { isClientOnly = false, replaced = {} } = {}) {
  const { rolldown } = await import('rolldown')
  const children = globSync('server/src/**/*-{child,thread}.ts', {
    cwd: root,
    exclude: ['**/test-*'],
  })
  const files = ['cli/src/main.ts', ...(isClientOnly ? [] : children)]
  const isPackage = (id) => !/^([./]|@atelier\/)/.test(id)
  const isJoined = (id, from) => joined.includes(packageOf(id)) || from?.includes('/node_modules/')
  const isServer = (id) => id.startsWith('@atelier/server')
  const bundle = await rolldown({
    input: Object.fromEntries(files.map((file) => [basename(file, '.ts'), join(root, file)])),
    platform: 'node',
    // Without the server, its commands fail with an explanation.
    external: (id, from) =>
      isBuiltin(id) || (isPackage(id) && !isJoined(id, from)) || (isClientOnly && isServer(id)),
    plugins: [{ name: 'replace files', load: (id) => replaced[relative(root, id)] }],
  })
  const { output } = await bundle.write({
    dir: target,
    sourcemap: true,
    sourcemapExcludeSources: true,
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  const chunks = output.filter(({ type }) => type === 'chunk')
  const imported = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  return {
    imported: new Set(imported.filter((id) => !own.has(id)).map(packageOf)),
    included: new Set(modules.flatMap((id) => packageFolder.exec(id)?.[0] ?? [])),
  }
}

const packageFolder = /^.*\/node_modules\/(@[^/]+\/)?[^/]+/

/** "@scope/name/file" belongs to "@scope/name". */
function packageOf(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function removeOldBuilds() {
  for (const folder of globSync('*/', { cwd: builds })) {
    const path = join(builds, folder)
    if (Date.now() - statSync(path).mtimeMs > keepMs) rmSync(path, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  await (folder ? bundleProgram(resolve(folder)) : buildProgram())
}
