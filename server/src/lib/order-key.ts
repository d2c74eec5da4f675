/**
 * Keys that say where something stands among others. They are compared as text, byte by byte
 * (`collate "C"`), and between any two there is always room for one more, so moving one thing never
 * touches its neighbours.
 *
 * A key is the digits behind the point of a number between 0 and 1, to the base of 62. It never ends
 * in 0: then each number has one key, and text and number sort alike.
 */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = 62n

/** Keys at the ends are this long, and so far apart that many fit in between before they grow. */
const usualLength = 8
const step = base ** 3n
const middle = 'V'

/** Far longer than any number of drags to one place makes them: five drags take a character. */
export const orderKeyPattern = '^[0-9A-Za-z]{0,499}[1-9A-Za-z]$'

/** A key after `before` and in front of `after`; null is the end of the list on that side. */
export function keyBetween(before: string | null, after: string | null): string {
  if (before === null && after === null) return middle
  if (after === null) return atEnd(before as string, step) ?? halfway(before, null)
  if (before === null) return atEnd(after, -step) ?? halfway(null, after)
  if (before >= after) throw new Error(`There is no key between ${before} and ${after}`)
  return halfway(before, after)
}

/** A step away from the outermost key; undefined where the numbers of the usual length end. */
function atEnd(outermost: string, away: bigint): string | undefined {
  const place = numberOf(outermost.slice(0, usualLength), usualLength) + away
  return place > 0n && place < base ** BigInt(usualLength) ? keyOf(place, usualLength) : undefined
}

function halfway(before: string | null, after: string | null): string {
  let length = Math.max(before?.length ?? 0, after?.length ?? 0)
  let low = numberOf(before ?? '', length)
  let high = after === null ? base ** BigInt(length) : numberOf(after, length)
  while (high - low < 2n) {
    length++
    low *= base
    high *= base
  }
  return keyOf((low + high) / 2n, length)
}

function numberOf(key: string, length: number): bigint {
  let number = 0n
  for (const digit of key.padEnd(length, '0'))
    number = number * base + BigInt(digits.indexOf(digit))
  return number
}

function keyOf(number: bigint, length: number): string {
  let key = ''
  for (let left = number; key.length < length; left /= base) key = digits[Number(left % base)] + key
  return key.replace(/0+$/, '')
}
