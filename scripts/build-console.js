// Builds the console into web/dist, unless the build there comes from the same files. "npm start"
// runs it first, so that one command is enough.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'web/dist')
const stamp = join(dist, '.made-of')

const madeOf = fingerprint(
  ['web/src', 'web/public', 'sdk/src'],
  ['web/index.html', 'web/vite.config.ts', 'web/package.json'],
)

if (read(stamp) !== madeOf) {
  const startedAt = Date.now()
  process.stdout.write('Building the console (once after each change) … ')
  // The caller may be a test, but the build is what people get.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' })
  await packAll()
  writeFileSync(stamp, madeOf)
  process.stdout.write(`done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

function fingerprint(folders, files) {
  const all = folders.flatMap((folder) => filesIn(join(root, folder)))
  const hash = createHash('sha256')
  for (const file of [...all, ...files.map((name) => join(root, name))].sort()) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Compresses the files here once, so that no request waits for it. */
async function packAll() {
  const files = filesIn(dist).filter((file) => /\.(js|css|html|svg|webmanifest)$/.test(file))
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file)
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes))
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
