import type { Part } from '../../platform/postgres/sql.ts'
import type { SpaceReader } from '../access/who-sees.ts'
import type { OrderBy } from './list-schemas.ts'

export interface Order {
  by: OrderBy
  isDescending: boolean
}

export interface Slice {
  offset: number
  limit: number
}

/** The filter conditions of a list; a match meets all of them. */
export interface Narrowing {
  /** For LIKE, over message and tags. */
  pattern?: string | undefined
  /** In the spelling of the workspace. */
  tag?: string | undefined
  groupId?: string | undefined
  /** Inclusive start, exclusive end. */
  from?: Date | undefined
  to?: Date | undefined
  /** Leaves out posts of teamspaces that the reader does not see, if there are any. */
  visible?: Part | undefined
}

export interface PostFilter extends Omit<Narrowing, 'pattern' | 'visible'> {
  reader: SpaceReader
  workspaceId: number
  accountIds: number[]
  statuses: readonly string[]
  search: string
  order: Order
  slice: Slice
}

export interface FoundPosts {
  ids: number[]
  count: number
  /** For a large number of posts: what `count` covers, if not all posts. */
  limited: string | undefined
}

export interface Limits {
  /** Up to this many posts, every search is complete and counts all matches. */
  few: number
  /** Above that, a term with this many matches in the newest posts alone is not counted further. */
  common: number
  /** For other terms, up to this many matches are gathered; nearly all searches have fewer. */
  gathered: number
  /** Terms that the index cannot find, such as a single letter, are searched in this many posts. */
  lookedAt: number
}

export const usualLimits: Limits = {
  few: 50_000,
  common: 1000,
  gathered: 20_000,
  lookedAt: 20_000,
}
