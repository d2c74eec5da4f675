import type { OnProgress } from '@atelier/server/platform/backup/manifest.ts'
import { progressBar } from '../progress-bar.ts'
import { megabytes } from './folder.ts'

const showEveryMs = 100
const printEveryMs = 5000

/** A bar at a terminal; in a log, a line every few seconds. */
export function showProgress(): { onProgress: OnProgress; end(): void } {
  const bar = progressBar('')
  let shownAt = 0
  let printedAt = performance.now()
  return {
    onProgress: ({ phase, doneBytes, totalBytes }) => {
      const now = performance.now()
      const amount = totalBytes
        ? `${megabytes(doneBytes)} of ${megabytes(totalBytes)}`
        : megabytes(doneBytes)
      if (now - shownAt >= showEveryMs || doneBytes === 0) {
        shownAt = now
        bar.show(totalBytes ? doneBytes / totalBytes : 0, `${phase}: ${amount}`)
      }
      if (process.stderr.isTTY || now - printedAt < printEveryMs) return
      printedAt = now
      process.stderr.write(`${phase}: ${amount}\n`)
    },
    end: () => bar.end(),
  }
}
