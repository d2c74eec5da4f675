import type { Sql } from '../../platform/postgres/sql.ts'
import { idsInOrder, type Streams } from './list-queries.ts'
import { type Candidates, inGroup, matchesAmong, tagged, withinStreams } from './narrow-queries.ts'
import type { FoundPosts, Limits, Narrowing, PostFilter } from './post-filter.ts'

export function isNarrowed({ tag, groupId, from, to }: PostFilter): boolean {
  return [tag, groupId, from, to].some((given) => given !== undefined)
}

/**
 * Posts of a group, between two dates or with a tag. One index provides the candidates, and the
 * other conditions are checked on each. If there are too many candidates, the list is scanned in
 * its order instead, where matches come up soon.
 */
export async function findNarrowed(
  sql: Sql,
  filter: PostFilter,
  streams: Streams,
  pattern: string | undefined,
  { gathered }: Limits,
): Promise<FoundPosts> {
  const { workspaceId, order, slice, tag, groupId, from, to } = filter
  const { visible } = streams
  const narrowing: Narrowing = { pattern, tag, groupId, from, to, visible }
  const most = gathered + 1
  for (const candidates of candidateSets(sql, workspaceId, streams, narrowing, most)) {
    const { looked, ...found } = await matchesAmong(
      sql,
      workspaceId,
      candidates,
      narrowing,
      order,
      slice,
      most,
    )
    if (looked < most) return { ...found, limited: undefined }
  }
  // A single condition has at least this many matches; for several together the number is unknown.
  const conditions = Object.values({ pattern, tag, groupId, dates: from ?? to, visible }).filter(
    Boolean,
  )
  return firstMatches(sql, filter, streams, narrowing, conditions.length === 1 ? gathered : 0)
}

/** Candidate sets, usually the smallest first. */
function* candidateSets(
  sql: Sql,
  workspaceId: number,
  streams: Streams,
  { tag, groupId, from, to, visible, pattern }: Narrowing,
  most: number,
): Generator<Candidates> {
  if (groupId !== undefined) yield inGroup(sql, workspaceId, streams, groupId, most)
  if (from ?? to) yield withinStreams(sql, workspaceId, streams, { from, to }, most)
  if (tag !== undefined) yield tagged(sql, streams, tag, most)
  if (visible) yield withinStreams(sql, workspaceId, streams, { visible, pattern }, most)
}

/** Frequent matches come up soon in an ordered scan. */
export async function firstMatches(
  sql: Sql,
  { workspaceId, order, slice: { offset, limit } }: PostFilter,
  streams: Streams,
  narrowing: Narrowing,
  atLeast: number,
): Promise<FoundPosts> {
  // One more than the page shows whether there is a next page.
  const more = { offset, limit: limit + 1 }
  const isBeyond = offset >= streams.total
  const ids = isBeyond ? [] : await idsInOrder(sql, workspaceId, streams, order, more, narrowing)
  const count = Math.max(atLeast, ids.length > 0 ? offset + ids.length : 0)
  const limited = atLeast > 0 ? `count stops at ${atLeast}` : 'count stops at the next page'
  return { ids: ids.slice(0, limit), count, limited }
}
