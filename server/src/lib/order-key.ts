/**
 * Keys that define the position of an item in a list. They are compared as text, byte by byte
 * (`collate "C"`). There is always room for another key between two keys, so moving an item never
 * changes its neighbours.
 *
 * A key holds the fractional digits of a number between 0 and 1 in base 62. It never ends in 0, so
 * each number has exactly one key, and text and numbers sort the same way.
 */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = 62n

/** Length of keys at the ends; they are spaced so that many fit in between before keys grow. */
const usualLength = 8
const step = base ** 3n
const middle = 'V'

/** Far more than repeated drags to one place need: a key grows one character per five drags. */
export const orderKeyPattern = '^[0-9A-Za-z]{0,499}[1-9A-Za-z]$'

/** Returns a key between `before` and `after`; null means the end of the list on that side. */
export function keyBetween(before: string | null, after: string | null): string {
  if (before === null && after === null) return middle
  if (after === null) return atEnd(before as string, step) ?? halfway(before, null)
  if (before === null) return atEnd(after, -step) ?? halfway(null, after)
  if (before >= after) throw new Error(`There is no key between ${before} and ${after}`)
  return halfway(before, after)
}

/** One step beyond the outermost key; undefined if that does not fit into the usual length. */
function atEnd(outermost: string, away: bigint): string | undefined {
  const place = parseKey(outermost.slice(0, usualLength), usualLength) + away
  return place > 0n && place < base ** BigInt(usualLength)
    ? writeKey(place, usualLength)
    : undefined
}

function halfway(before: string | null, after: string | null): string {
  let length = Math.max(before?.length ?? 0, after?.length ?? 0)
  let low = parseKey(before ?? '', length)
  let high = after === null ? base ** BigInt(length) : parseKey(after, length)
  while (high - low < 2n) {
    length++
    low *= base
    high *= base
  }
  return writeKey((low + high) / 2n, length)
}

function parseKey(key: string, length: number): bigint {
  let number = 0n
  for (const digit of key.padEnd(length, '0'))
    number = number * base + BigInt(digits.indexOf(digit))
  return number
}

function writeKey(number: bigint, length: number): string {
  let key = ''
  for (let left = number; key.length < length; left /= base) key = digits[Number(left % base)] + key
  return key.replace(/(?<!0)0+$/, '')
}
