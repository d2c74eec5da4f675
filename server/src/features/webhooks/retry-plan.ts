const minute = 60
const hour = 3600

/** After each failed try: a bit over three days in all. */
const pausesSeconds = [
  ...[5, 30, 2 * minute, 10 * minute, 30 * minute],
  ...[1 * hour, 2 * hour, 4 * hour, 8 * hour],
  ...[12 * hour, 12 * hour, 12 * hour, 12 * hour, 12 * hour],
]

export const maxAttempts = pausesSeconds.length + 1

const longestPauseSeconds = 12 * hour

/**
 * How long to wait after a number of failed tries; undefined when there have been enough. A tenth
 * more or less, by `chance` between 0 and 1, so that not all come back at once. A receiver that asks
 * for more patience gets it.
 */
export function pauseAfter(attempts: number, chance: number, askedSeconds = 0): number | undefined {
  const planned = pausesSeconds[attempts - 1]
  if (planned === undefined) return undefined
  return Math.max(planned * (0.9 + 0.2 * chance), Math.min(askedSeconds, longestPauseSeconds))
}
