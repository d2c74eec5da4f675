// "npm run release:build": writes every tarball that a release publishes to dist/release.
// "--here" leaves out the runtime packages of other platforms, which would have to be downloaded.
import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { platforms, release } from './config.ts'
import { type Part, packParts, thisPlatform } from './pack.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'dist/release')

const here = thisPlatform()
const runtimes: Part[] = process.argv.includes('--here') ? (here ? [here] : []) : [...platforms]

execFileSync(process.execPath, [join(import.meta.dirname, 'check-version.ts')], {
  stdio: 'inherit',
})
await rm(folder, { recursive: true, force: true })
execFileSync(process.execPath, [join(root, 'scripts/build-console.js')], { stdio: 'inherit' })
// The order of publishing: the program comes last, after everything that it needs.
const parts: Part[] = ['sdk', 'client', ...runtimes, 'program']
const packed = await packParts(root, folder, parts)
for (const { file, packedBytes, unpackedBytes } of packed) {
  const sizes = `${megabytes(packedBytes)} packed, ${megabytes(unpackedBytes)} unpacked`
  process.stdout.write(`${relative(root, file)}: ${sizes}\n`)
}
const order = packed.map(({ name, file }) => `${name} ${release.version} ${basename(file)}\n`)
await writeFile(join(folder, 'order.txt'), order.join(''))
buildWheel()

function buildWheel(): void {
  const script = join(root, 'python/scripts/build_wheel.py')
  try {
    const name = execFileSync('python3', [script, folder], { encoding: 'utf8' }).trim()
    process.stdout.write(`dist/release/${name}\n`)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    process.stdout.write('There is no python3 here, so the Python package is not built.\n')
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
