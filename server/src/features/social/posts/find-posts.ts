import type { Sql } from '../../../platform/postgres/sql.ts'
import {
  allMatches,
  countPosts,
  firstMatches,
  matchesInWindow,
  sampleMatches,
} from './list-queries.ts'
import {
  type FoundPosts,
  type Limits,
  type Order,
  type PostFilter,
  type Slice,
  usualLimits,
} from './post-filter.ts'

/**
 * The ids of a page and the total count. With many posts, a list whose matches are frequent is read
 * in its order, because collecting all matches to count them takes too long. An index collects rare
 * ones.
 */
export async function findPosts(
  sql: Sql,
  filter: PostFilter,
  order: Order,
  slice: Slice,
  limits: Limits = usualLimits,
): Promise<FoundPosts> {
  if (filter.accountIds.length === 0) return { ids: [], count: 0, limited: undefined }
  const { pattern, tag, groupId, from, to } = filter
  const { listed, counted, collected } = limits
  if (!(pattern || tag || groupId || from || to)) {
    const count = await countPosts(sql, filter, listed + 1)
    const known = { count: Math.min(count, listed), isWhole: count <= listed }
    return readInOrder(sql, filter, order, slice, known)
  }
  const total = () => countPosts(sql, filter, counted + 1)
  // The index needs three letters or digits in a row.
  if (pattern && !/[\p{L}\p{N}]{3}/u.test(pattern) && (await total()) > counted) {
    const found = await matchesInWindow(sql, filter, order, slice, collected)
    return { ...found, limited: `first ${collected}` }
  }
  const sample = await sampleMatches(sql, filter, limits.sampled)
  const isFrequent = sample.count >= limits.frequent && sample.isEverywhere
  if (isFrequent && (await total()) > counted) {
    return readInOrder(sql, filter, order, slice, { count: sample.count, isWhole: false })
  }
  const found = await allMatches(sql, filter, order, slice, collected + 1)
  if (found.count <= collected) return { ...found, limited: undefined }
  return readInOrder(sql, filter, order, slice, { count: collected, isWhole: false })
}

interface MatchCount {
  count: number
  /** Whether `count` is the number of all matches; otherwise there are at least as many. */
  isWhole: boolean
}

async function readInOrder(
  sql: Sql,
  filter: PostFilter,
  order: Order,
  { offset, limit }: Slice,
  { count, isWhole }: MatchCount,
): Promise<FoundPosts> {
  if (isWhole && offset >= count) return { ids: [], count, limited: undefined }
  // One more than the page shows whether there is a next page.
  const found = await firstMatches(sql, filter, order, { offset, limit: limit + 1 })
  const seen = found.length > 0 ? offset + found.length : 0
  const limited = isWhole ? undefined : `count stops at ${count}`
  return { ids: found.slice(0, limit), count: isWhole ? count : Math.max(count, seen), limited }
}
