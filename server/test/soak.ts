import { randomInt } from 'node:crypto'

/** `npm run soak` runs the long version of every random search; `npm test` a small one. */
export const isSoak = process.env.ATELIER_SOAK === '1'

/** The size of a random search: small in `npm test`, large in `npm run soak`. */
export function sample<T>(short: T, long: T): T {
  return isSoak ? long : short
}

/**
 * Fixed in `npm test`, so that every run tries the same cases. Each soak tries new ones;
 * ATELIER_SEED repeats one.
 */
export const seed = Number(process.env.ATELIER_SEED ?? (isSoak ? randomInt(2 ** 31) : 20_261_116))

if (isSoak) process.stdout.write(`ATELIER_SEED=${seed}\n`)
