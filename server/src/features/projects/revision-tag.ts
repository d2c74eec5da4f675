import { problem } from '../../http/problem.ts'

/** The ETag contains the revision, so a stale `If-Match` shows which one the client has read. */
export function revisionTag({ revision }: { revision: number }): string {
  return `"rev-${revision}"`
}

/** The revisions in an `If-Match`; undefined if any revision matches. */
export function revisionsNamed(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return ifMatch.split(',').flatMap((tag) => {
    const [, number] = /^(?:W\/)?"?(?:rev-)?([1-9]\d{0,9})"?$/.exec(tag.trim()) ?? []
    return number === undefined ? [] : [Number(number)]
  })
}

/** For changes that cannot be merged: only the current revision matches. */
export function requireRevision(ifMatch: string | undefined, current: { revision: number }): void {
  const named = revisionsNamed(ifMatch)
  if (named === undefined || named.includes(current.revision)) return
  throw staleRevision(current, 'Read it again, apply the change, and retry.')
}

export function staleRevision(current: { revision: number }, advice: string) {
  return problem('precondition_failed', {
    detail: `The project is at revision ${current.revision}, not the one you sent. ${advice}`,
    headers: { etag: revisionTag(current) },
  })
}
