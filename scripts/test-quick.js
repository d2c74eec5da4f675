// "npm run test:quick": types, lint, and the tests nearest to the change, in under 90 seconds.
import { affectedTests } from './affected-tests.js'
import { quickChecks } from './checks.js'
import { runSteps } from './run-step.js'
import { knownTimes, printSummary, runTests } from './run-tests.js'

/** Test seconds that fit beside the checks: two workers for about 40 seconds. */
const budgetSeconds = 80
/** Assumed for files that haven't run on this machine yet. */
const defaultSeconds = 5

const startedAt = Date.now()
const affected = await affectedTests()
const chosen = withinBudget(affected)
const left = affected.length - chosen.length
process.stdout.write(
  affected.length === 0
    ? 'The change affects no unit or feature test.\n'
    : `The change affects ${affected.length} unit and feature test files; running the nearest ${chosen.length}.\n`,
)

const noTests = { isPassed: true, passed: 0, failed: 0, skipped: 0, failedFiles: [], slowest: [] }
const [failedChecks, tests] = await Promise.all([
  runSteps(quickChecks),
  chosen.length > 0 ? runTests({ files: chosen }) : noTests,
])
const isPassed = printSummary({ startedAt, failedChecks, tests, slowestCount: 5 })
if (left > 0) process.stdout.write(`${left} more distant files did not run: see npm test.\n`)
process.exit(isPassed ? 0 : 1)

function withinBudget(files) {
  const times = knownTimes()
  let total = 0
  return files.filter((file) => {
    total += times[file] ?? defaultSeconds
    return total <= budgetSeconds
  })
}
