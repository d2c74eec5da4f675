// "npm test": every check, and every test but those in *.slow.test.ts. The tests leave CPU time for the
// checks. "--slow" runs the slow tests alone, "--all" everything.
import { checks, slowChecks } from './checks.js'
import { runSteps } from './run-step.js'
import { printSummary, runTests } from './run-tests.js'

const startedAt = Date.now()
const [argument = '--quick'] = process.argv.slice(2)
const part = argument.slice('--'.length)
const [failedChecks, tests] = await Promise.all([
  runSteps([...(part === 'slow' ? [] : checks), ...(part === 'quick' ? [] : slowChecks)]),
  runTests({ part }),
])
process.exit(printSummary({ startedAt, failedChecks, tests }) ? 0 : 1)
