// "npm test": every check and every test. The checks run beside the tests, which leave room for them.
import { allChecks } from './checks.js'
import { runSteps } from './run-step.js'
import { printSummary, runTests } from './run-tests.js'

const startedAt = Date.now()
const [failedChecks, tests] = await Promise.all([runSteps(allChecks), runTests()])
process.exit(printSummary({ startedAt, failedChecks, tests }) ? 0 : 1)
