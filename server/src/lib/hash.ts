import { createHash } from 'node:crypto'

/** Hashes high-entropy secrets (keys, tokens) for storage; the hash cannot be reversed. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
