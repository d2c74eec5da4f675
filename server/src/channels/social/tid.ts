const alphabet = '234567abcdefghijklmnopqrstuvwxyz'

/** A post has fewer replies than this. */
const partsOfAPost = 16n

/**
 * The key of a Bluesky record in TID format: 53 bits of microseconds and 10 bits that distinguish
 * records of the same microsecond. It depends on the post alone, so the same part always has the
 * same key and the network cannot hold it twice.
 */
export function createTid(postId: number, createdAt: Date, position: number): string {
  const id = BigInt(postId)
  const micros = BigInt(createdAt.getTime()) * 1000n + (id % 1000n)
  const clock = ((id / 1000n) % 64n) * partsOfAPost + BigInt(position)
  let rest = (micros << 10n) | clock
  let text = ''
  for (let digit = 0; digit < 13; digit++) {
    text = alphabet[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}
