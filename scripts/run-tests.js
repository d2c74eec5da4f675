import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVisible } from './run-step.js'

const cache = join(import.meta.dirname, '../node_modules/.cache')
const report = join(cache, 'test-report.json')
const times = join(cache, 'test-times.json')

/** Runs the given test files, or all of them, and prints a summary. Returns the counts. */
export async function runTests({ files = [], env = {} } = {}) {
  mkdirSync(cache, { recursive: true })
  rmSync(report, { force: true })
  const args = ['run', '--reporter=./scripts/test-reporter.js', ...files]
  // A folder of its own, so that an interrupted run leaves no database in memory either.
  const folder = mkdtempSync(join(placeForFiles(), 'atelier-tests-'))
  // As root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const settings = {
    ATELIER_TEST_REPORT: report,
    TMPDIR: folder,
    NODE_COMPILE_CACHE: join(cache, 'compiled'),
    ...env,
  }
  // After Ctrl-C, Vitest ends first, and then this cleans up.
  process.once('SIGINT', () => {})
  const code = await runVisible('vitest', args, settings)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  const results = readJson(report) ?? []
  rememberTimes(results)
  const sum = (count) => results.reduce((total, file) => total + file[count], 0)
  return {
    isPassed: code === 0 && results.length > 0,
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failedFiles: results.filter(({ isFailed }) => isFailed).map(({ file }) => file),
    slowest: results.slice(0, 20),
  }
}

/**
 * In memory where there is room: databases that live for seconds need no disk, and writing their
 * files takes a tenth of the suite's CPU time.
 */
function placeForFiles() {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory)
    const hasRoom = bavail * bsize > 8 * 1024 ** 3
    return hasRoom && mount && !/\bnoexec\b/.test(mount) ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Seconds per test file when it last ran on this machine. */
export function knownTimes() {
  return readJson(times) ?? {}
}

function rememberTimes(results) {
  const known = knownTimes()
  for (const { file, seconds } of results) known[file] = Math.round(seconds * 10) / 10
  writeFileSync(times, JSON.stringify(known))
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

export function printSummary({ startedAt, failedChecks, tests, slowestCount = 20 }) {
  const lines = tests.slowest.length > 0 ? ['', 'Slowest files:'] : []
  for (const { file, seconds } of tests.slowest.slice(0, slowestCount)) {
    lines.push(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
  }
  if (tests.failedFiles.length > 0) {
    lines.push('', 'Run the failed files again:', `  npx vitest run ${tests.failedFiles.join(' ')}`)
  }
  const isPassed = failedChecks.length === 0 && tests.isPassed
  const failed = [...failedChecks, ...(tests.isPassed ? [] : ['tests'])]
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
  lines.push(
    '',
    isPassed ? `Everything passed in ${minutes} min.` : `Failed: ${failed.join(', ')}.`,
    `${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`,
  )
  process.stdout.write(`${lines.join('\n')}\n`)
  return isPassed
}
