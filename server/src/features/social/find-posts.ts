import { anywhere } from '../../lib/like-pattern.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { findNarrowed, firstMatches, isNarrowed } from './find-narrowed.ts'
import {
  hasMatches,
  idsInOrder,
  matches,
  matchesAmong,
  matchesInEach,
  newestId,
  type Streams,
  streamsOf,
} from './list-queries.ts'
import { type FoundPosts, type Limits, type PostFilter, usualLimits } from './post-filter.ts'
import { searchText } from './queries.ts'

/** Ids of a stretch of the index, as bits; see the migration. */
const stretchBits = 15

/**
 * The ids of a page, and how many there are in all. Counts without a search are kept, so that they
 * cost nothing at any size; a search counts what it finds.
 */
export async function findPosts(
  sql: Sql,
  filter: PostFilter,
  limits: Limits = usualLimits,
): Promise<FoundPosts> {
  const { workspaceId, accountIds, statuses, order, slice } = filter
  const streams = await streamsOf(sql, workspaceId, accountIds, statuses)
  const { total } = streams
  const term = searchText(filter.search, []).trim()
  if (total === 0) return { ids: [], count: 0, limited: undefined }
  if (isNarrowed(filter)) {
    const pattern = term === '' ? undefined : anywhere(term)
    return findNarrowed(sql, filter, streams, pattern, limits)
  }
  if (term !== '') return search(sql, filter, streams, term, limits)
  const isBeyond = slice.offset >= total
  const ids = isBeyond ? [] : await idsInOrder(sql, workspaceId, streams, order, slice)
  return { ids, count: total, limited: undefined }
}

async function search(
  sql: Sql,
  filter: PostFilter,
  streams: Streams,
  term: string,
  limits: Limits,
): Promise<FoundPosts> {
  const { workspaceId, order, slice } = filter
  const pattern = anywhere(term)
  const isFew = streams.total <= limits.few
  // The index knows three letters or digits in a row.
  if (!/[\p{L}\p{N}]{3}/u.test(term)) {
    const window = isFew ? streams.total : Math.ceil(limits.lookedAt / streams.statuses.length)
    const found = await matchesAmong(sql, workspaceId, streams, order, slice, pattern, window)
    return { ...found, limited: isFew ? undefined : `first ${limits.lookedAt}` }
  }
  if (!isFew && (await isCommon(sql, workspaceId, streams, pattern, limits.common))) {
    return firstMatches(sql, filter, streams, { pattern }, limits.common)
  }
  const spread = isFew ? 0 : await matchesWhenSpread(sql, workspaceId, streams, pattern)
  if (spread > 0) return firstMatches(sql, filter, streams, { pattern }, spread)
  const most = isFew ? streams.total : limits.gathered + 1
  const found = await matches(sql, workspaceId, streams, order, slice, pattern, most)
  if (isFew || found.count <= limits.gathered) return { ...found, limited: undefined }
  return firstMatches(sql, filter, streams, { pattern }, limits.gathered)
}

/**
 * Whether a term is all over the newest posts. To gather every match of such a one from millions of
 * posts would take seconds, and nobody reads them.
 */
async function isCommon(
  sql: Sql,
  workspaceId: number,
  streams: Streams,
  pattern: string,
  many: number,
): Promise<boolean> {
  const stretch = Math.floor((await newestId(sql, workspaceId, streams)) / 2 ** stretchBits)
  return hasMatches(sql, streams, pattern, [stretch, stretch - 1], many)
}

const maxOfASample = 200

/** About so many matches are gathered in a moment; more are better met by going through the posts. */
const quicklyGathered = 5000

/**
 * How many matches samples from three places hold, if as many everywhere else would be too many to
 * gather; 0 otherwise. The middle one of the three counts: what is only in the newest posts is rare.
 */
async function matchesWhenSpread(
  sql: Sql,
  workspaceId: number,
  streams: Streams,
  pattern: string,
): Promise<number> {
  const newest = Math.floor((await newestId(sql, workspaceId, streams)) / 2 ** stretchBits)
  const places = new Set([newest, Math.floor((newest * 2) / 3), Math.floor(newest / 3)])
  if (places.size < 3) return 0
  const found = await matchesInEach(sql, streams, pattern, [...places], maxOfASample)
  const middle = found.toSorted((a, b) => a - b)[1] ?? 0
  const expected = middle * (streams.total / 2 ** stretchBits)
  return expected > quicklyGathered ? found.reduce((sum, one) => sum + one, 0) : 0
}
