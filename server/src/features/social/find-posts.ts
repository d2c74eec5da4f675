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

/** A range of the index covers 2^15 ids; see the migration. */
const stretchBits = 15

/**
 * The ids of a page and the total count. Counts without a search are stored, so they are cheap at
 * any size; a search counts its matches.
 */
export async function findPosts(
  sql: Sql,
  filter: PostFilter,
  limits: Limits = usualLimits,
): Promise<FoundPosts> {
  const { workspaceId, accountIds, statuses, order, slice } = filter
  const streams = await streamsOf(sql, filter.reader, accountIds, statuses)
  const { total } = streams
  const term = searchText(filter.search, []).trim()
  if (total === 0) return { ids: [], count: 0, limited: undefined }
  const { visible } = streams
  if (isNarrowed(filter) || (visible && term !== '')) {
    const pattern = term === '' ? undefined : anywhere(term)
    return findNarrowed(sql, filter, streams, pattern, limits)
  }
  if (term !== '') return search(sql, filter, streams, term, limits)
  const isBeyond = slice.offset >= total
  const ids = isBeyond ? [] : await idsInOrder(sql, workspaceId, streams, order, slice, { visible })
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
  // The index needs three letters or digits in a row.
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
 * Whether a term is frequent in the newest posts. Gathering all its matches from millions of posts
 * would take seconds, and nobody reads them all.
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

/** About this many matches can be gathered quickly; for more, an ordered scan is better. */
const quicklyGathered = 5000

/**
 * The number of matches in samples from three places, if extrapolating it gives too many to gather;
 * otherwise 0. Uses the median of the three: a term found only in the newest posts is rare.
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
