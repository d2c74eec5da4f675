import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVisible } from './run-step.js'

const cache = join(import.meta.dirname, '../node_modules/.cache')
const report = join(cache, 'test-report.json')

/**
 * Runs tests and prints a summary. `part` is "quick", "slow" or "all"; `files` limits it to paths that
 * contain one of these texts. Returns the counts.
 */
export async function runTests({ part = 'all', files = [], env = {} } = {}) {
  mkdirSync(cache, { recursive: true })
  rmSync(report, { force: true })
  const folder = mkdtempSync(join(placeForFiles(), 'atelier-tests-'))
  // As root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const settings = {
    ATELIER_TEST_PART: part,
    ATELIER_TEST_REPORT: report,
    TMPDIR: folder,
    NODE_COMPILE_CACHE: join(cache, 'compiled'),
    ...env,
  }
  const cleaner = spawn(
    process.execPath,
    [join(import.meta.dirname, 'clean-up-after.js'), folder],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
      detached: true,
    },
  )
  const args = ['run', '--reporter=./scripts/test-reporter.js', ...files]
  const code = await runVisible('vitest', args, settings, (vitest) => {
    cleaner.stdin.write(String(vitest.pid))
    stopWith(vitest)
  })
  const isClean = new Promise((resolve) => cleaner.once('exit', resolve))
  cleaner.stdin.end()
  await isClean
  const results = readReport()
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

/** Vitest ends itself after Ctrl-C; a second one, or the end of npm, ends it at once. */
function stopWith(vitest) {
  let isStopping = false
  process.on('SIGINT', () => {
    if (isStopping) process.exit(130)
    isStopping = true
  })
  process.on('SIGTERM', () => {
    vitest.kill('SIGINT')
  })
  const parent = process.ppid
  const check = () => {
    if (process.ppid !== parent) process.exit(1)
  }
  setInterval(check, 1000).unref()
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

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return []
  }
}

export function printSummary({ startedAt, failedChecks, tests }) {
  const lines = tests.slowest.length > 0 ? ['', 'Slowest files:'] : []
  for (const { file, seconds, passed } of tests.slowest) {
    lines.push(`${seconds.toFixed(1).padStart(7)} s  ${file} (${passed})`)
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
