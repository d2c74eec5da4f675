import { createHash } from 'node:crypto'
import { problem } from './problem.ts'

/** The version of a record as the reader gets it: the same record always has the same tag. */
export function computeEtag(record: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(record)).digest('base64url')
  return `"${hash.slice(0, 22)}"`
}

/** Compares as RFC 9110 requires for reads: a list of weak or strong tags, or `*`. */
export function matchesAny(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Rejects a write that was meant for another version of the record. */
export function requireMatch(ifMatch: string | undefined, current: unknown): void {
  if (ifMatch === undefined || matchesAny(ifMatch, computeEtag(current))) return
  throw problem('precondition_failed', {
    detail:
      'The record has changed since you read it. Read it again, apply your change, and retry.',
    headers: { etag: computeEtag(current) },
  })
}
