// Builds the console into web/dist, unless the build there comes from the same source.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { buildAndRemember, readCurrent } from './current-build.js'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'web/dist')
const stamp = join(dist, '.built-from')
const sources = [
  ...['web/src', 'web/public', 'sdk/src'],
  ...['web/index.html', 'web/vite.config.ts', 'web/package.json'],
]

export const isConsoleCurrent = () => readCurrent(stamp, sources) !== undefined

export async function buildConsole() {
  if (!isConsoleCurrent()) await buildAndRemember('console', stamp, sources, build)
}

async function build() {
  // The caller may be a test, but the build is what people get.
  process.env.NODE_ENV = 'production'
  const vite = await import('vite')
  await vite.build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  await packAll()
}

/** Compresses the files here once, so that no request waits for it. */
async function packAll() {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => /\.(js|css|html|svg|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file)
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes))
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

if (import.meta.main) await buildConsole()
