// "npm test": runs every check and every test. The tests leave CPU time for the checks.
import { allChecks } from './checks.js'
import { runSteps } from './run-step.js'
import { printSummary, runTests } from './run-tests.js'

const startedAt = Date.now()
const [failedChecks, tests] = await Promise.all([runSteps(allChecks), runTests()])
process.exit(printSummary({ startedAt, failedChecks, tests }) ? 0 : 1)
