const alphabet = '234567abcdefghijklmnopqrstuvwxyz'

/** More replies than this a post does not have. */
const partsOfAPost = 16n

/**
 * The key of a Bluesky record, in the form of a TID: 53 bits of microseconds and 10 bits that tell
 * apart what happened within one. Made of the post alone, so the same part has the same key for
 * ever, and the network cannot hold it twice.
 */
export function tidOf(postId: number, createdAt: Date, position: number): string {
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
