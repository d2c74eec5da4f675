import { createHash } from 'node:crypto'

/** How secrets of high entropy (keys, tokens) are kept: nothing can be read back from it. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
