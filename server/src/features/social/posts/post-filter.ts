import type { SpaceReader } from '../../access/who-sees.ts'
import type { OrderBy } from './list-schemas.ts'

export interface Order {
  by: OrderBy
  isDescending: boolean
}

export interface Slice {
  offset: number
  limit: number
}

/** A post matches if it meets all conditions. */
export interface PostFilter {
  reader: SpaceReader
  workspaceId: number
  accountIds: number[]
  statuses: readonly string[]
  /** For LIKE, over message and tags. */
  pattern?: string | undefined
  /** In the spelling of the workspace. */
  tag?: string | undefined
  groupId?: string | undefined
  /** Inclusive start, exclusive end. */
  from?: Date | undefined
  to?: Date | undefined
}

export interface FoundPosts {
  ids: number[]
  count: number
  /** For a large number of posts: where `count` stops, if it is not the number of all matches. */
  limited: string | undefined
}

export interface Limits {
  /** Up to this many posts, a list without conditions counts all of them. */
  listed: number
  /** Up to this many posts, a search counts all matches. */
  counted: number
  /** With more posts, an index collects up to this many matches. */
  collected: number
  /** Before that, this many of the newest posts are checked. So many matches are frequent. */
  sampled: number
  frequent: number
}

export const usualLimits: Limits = {
  listed: 100_000,
  counted: 10_000,
  collected: 20_000,
  sampled: 2000,
  frequent: 40,
}
