import { writeFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { DefaultReporter } from 'vitest/node'

const longMs = 60_000
const maxLogLines = 20

/**
 * Prints a line per file, then the failures. A failing file also shows the last lines that the service
 * logged, and a run that hangs or is interrupted what was running.
 */
export default class TestReporter extends DefaultReporter {
  filesTotal = 0
  filesDone = 0
  startedAt = Date.now()
  /** Start times by test. */
  running = new Map()
  /** The last lines by file. */
  logs = new Map()

  constructor() {
    // The live summary would overwrite the output of the checks that run in parallel.
    super({ summary: false })
  }

  onTestRunStart(specifications) {
    super.onTestRunStart(specifications)
    this.filesTotal = specifications.length
    this.startedAt = Date.now()
    this.watch = setInterval(() => this.printRunning(longMs), longMs)
    // Vitest ends itself at these.
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.prependOnceListener(signal, () => this.printRunning(0))
    }
  }

  onTestCaseReady(test) {
    this.running.set(test, Date.now())
  }

  onTestCaseResult(test) {
    super.onTestCaseResult(test)
    this.running.delete(test)
  }

  onUserConsoleLog({ content, taskId }) {
    const file = this.ctx.state.idMap.get(taskId)?.file.filepath
    const lines = [...(this.logs.get(file) ?? []), ...content.trimEnd().split('\n')]
    this.logs.set(file, lines.slice(-maxLogLines))
  }

  printTestModule(module) {
    if (['queued', 'pending'].includes(module.state())) return
    this.filesDone++
    // A short test can be reported as ready after its result.
    for (const test of this.running.keys()) {
      if (test.module.moduleId === module.moduleId) this.running.delete(test)
    }
    const { passed, failed, skipped } = countsOf(module)
    const counts = [
      `${passed} passed`,
      failed > 0 && styleText('red', `${failed} failed`),
      skipped > 0 && styleText('yellow', `${skipped} skipped`),
    ].filter(Boolean)
    const isFailed = module.state() === 'failed'
    const mark = isFailed ? styleText('red', '✗') : styleText('green', '✓')
    this.log(
      `${this.position()} ${mark} ${module.relativeModuleId} (${counts.join(', ')}, ${secondsOf(module).toFixed(1)} s)`,
    )
    for (const test of module.children.allTests('failed')) {
      this.log(styleText('red', `    ✗ ${test.fullName}`))
    }
    if (isFailed) this.printLog(module)
  }

  printLog(module) {
    for (const line of this.logs.get(module.moduleId) ?? [])
      this.log(styleText('dim', `    ${line}`))
  }

  printRunning(minMs) {
    for (const [test, startedAt] of this.running) {
      const ms = Date.now() - startedAt
      if (ms < minMs) continue
      const where = `${test.module.relativeModuleId} > ${test.fullName}`
      this.log(`${this.position()} … running for ${Math.round(ms / 1000)} s: ${where}`)
      this.printLog(test.module)
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
    clearInterval(this.watch)
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
