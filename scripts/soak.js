// "npm run soak [-- name …]": the long version of every random search. Each run tries new cases.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { printSummary, runTests } from './run-tests.js'

const root = join(import.meta.dirname, '..')
const names = process.argv.slice(2)

/** Files with a short and a long version import the switch. */
const switches = "from '.*/(soak|walk-journeys)\\.ts'"
const long = execFileSync('git', ['grep', '-l', '-E', switches, '--', '*.test.ts'], {
  cwd: root,
  encoding: 'utf8',
})
const files = long
  .split('\n')
  .filter((file) => file && (names.length === 0 || names.some((name) => file.includes(name))))
if (files.length === 0) {
  process.stdout.write(`No long test matches ${names.join(', ')}. Available tests:\n${long}`)
  process.exit(2)
}
const startedAt = Date.now()
const tests = await runTests({ files, env: { ATELIER_SOAK: '1' } })
process.exit(printSummary({ startedAt, failedChecks: [], tests }) ? 0 : 1)
