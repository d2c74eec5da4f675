import { writeFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { DefaultReporter } from 'vitest/node'

/** Prints the progress after each file, then the failures and the slowest files at the end. */
export default class TestReporter extends DefaultReporter {
  filesTotal = 0
  filesDone = 0
  startedAt = Date.now()

  constructor() {
    // The live summary would overwrite the output of the checks that run in parallel.
    super({ summary: false })
  }

  onTestRunStart(specifications) {
    super.onTestRunStart(specifications)
    this.filesTotal = specifications.length
    this.startedAt = Date.now()
  }

  printTestModule(module) {
    if (['queued', 'pending'].includes(module.state())) return
    this.filesDone++
    const { passed, failed, skipped } = countsOf(module)
    const counts = [
      `${passed} passed`,
      failed > 0 && styleText('red', `${failed} failed`),
      skipped > 0 && styleText('yellow', `${skipped} skipped`),
    ].filter(Boolean)
    const mark = module.state() === 'failed' ? styleText('red', '✗') : styleText('green', '✓')
    this.log(
      `${this.position()} ${mark} ${module.relativeModuleId} (${counts.join(', ')}, ${secondsOf(module).toFixed(1)} s)`,
    )
    for (const test of module.children.allTests('failed')) {
      this.log(styleText('red', `    ✗ ${test.fullName}`))
    }
  }

  /** "[ 12/201 0:45]" */
  position() {
    const done = String(this.filesDone).padStart(String(this.filesTotal).length)
    const seconds = Math.round((Date.now() - this.startedAt) / 1000)
    const elapsed = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    return styleText('dim', `[${done}/${this.filesTotal} ${elapsed}]`)
  }

  onTestRunEnd(modules, unhandledErrors, reason) {
    super.onTestRunEnd(modules, unhandledErrors, reason)
    const files = modules
      .map((module) => ({
        file: module.relativeModuleId,
        seconds: secondsOf(module),
        isFailed: module.state() === 'failed',
        ...countsOf(module),
      }))
      .sort((a, b) => b.seconds - a.seconds)
    if (process.env.ATELIER_TEST_REPORT) {
      writeFileSync(process.env.ATELIER_TEST_REPORT, JSON.stringify(files))
    }
  }
}

function countsOf(module) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state in counts) counts[state]++
  }
  return counts
}

/** The time that the file took in its worker, including imports and hooks. */
function secondsOf(module) {
  const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  return (prepareDuration + collectDuration + setupDuration + duration) / 1000
}
