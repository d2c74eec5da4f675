export interface Backoff {
  /** The delay after the first failed attempt, in any unit. */
  first: number
  max: number
  factor?: number
}

/** The delay after a number of failed attempts: `first`, then `factor` times as long each, up to `max`. */
export function backoff(attempts: number, { first, max, factor = 2 }: Backoff): number {
  return Math.min(first * factor ** (attempts - 1), max)
}

/** Varies a delay by ±10 % with `chance` between 0 and 1, so that retries spread out. */
export function spread(delay: number, chance: number): number {
  return delay * (0.9 + 0.2 * chance)
}
