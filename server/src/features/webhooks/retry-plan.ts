import { spread } from '../../platform/work/backoff.ts'

const minute = 60
const hour = 3600

/** The delay after each failed attempt: a little over three days in total. */
const pausesSeconds = [
  ...[5, 30, 2 * minute, 10 * minute, 30 * minute],
  ...[1 * hour, 2 * hour, 4 * hour, 8 * hour],
  ...[12 * hour, 12 * hour, 12 * hour, 12 * hour, 12 * hour],
]

export const maxAttempts = pausesSeconds.length + 1

const longestPauseSeconds = 12 * hour

/**
 * The delay after a number of failed attempts; undefined after the last one. Varies by ±10 % with
 * `chance` between 0 and 1, so that retries spread out. A receiver can ask for a longer delay.
 */
export function pauseAfter(attempts: number, chance: number, askedSeconds = 0): number | undefined {
  const planned = pausesSeconds[attempts - 1]
  if (planned === undefined) return undefined
  return Math.max(spread(planned, chance), Math.min(askedSeconds, longestPauseSeconds))
}
