import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Loaded into the service before its own code: records how long its event loop was blocked. */
const resolutionMs = 10
if (isMainThread && process.env.BENCH_DELAYS) {
  const path = `${process.env.BENCH_DELAYS}-${process.pid}`
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  setInterval(() => {
    const ms = Math.max(0, Math.round(delay.max / 1e6) - resolutionMs)
    delay.reset()
    appendFileSync(path, `${Date.now()} ${ms}\n`)
  }, 250).unref()
}
