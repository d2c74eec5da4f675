import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the service before its own code: records how long its event loop was blocked. Time
 * in which other programs had the CPU does not count, so the result is the same on a busy machine.
 */
const resolutionMs = 10
if (isMainThread && process.env.BENCH_DELAYS) {
  const path = `${process.env.BENCH_DELAYS}-${process.pid}`
  let longestMs = 0
  let before = { at: performance.now(), cpu: process.threadCpuUsage() }
  setInterval(() => {
    const at = performance.now()
    const { user, system } = process.threadCpuUsage(before.cpu)
    const lateMs = at - before.at - resolutionMs
    longestMs = Math.max(longestMs, Math.min(lateMs, (user + system) / 1000))
    before = { at, cpu: process.threadCpuUsage() }
  }, resolutionMs).unref()
  setInterval(() => {
    appendFileSync(path, `${Date.now()} ${Math.round(longestMs)}\n`)
    longestMs = 0
  }, 250).unref()
}
