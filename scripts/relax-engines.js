// "npm ci" would warn about each package that needs a newer Node than the machine has, although all of
// them run on the Node that it installs. So the lock file doesn't repeat what packages need.
// "--check" fails if it does, for example after "npm install".
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const found = Object.entries(lock.packages).filter(
  ([path, { engines }]) => path.includes('node_modules/') && engines,
)
for (const [, entry] of found) delete entry.engines
if (!process.argv.includes('--check')) {
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
} else if (found.length > 0) {
  process.stdout.write('package-lock.json repeats the engines of packages. Run: npm run generate\n')
  process.exitCode = 1
}
