import type { OrderBy } from './list-schemas.ts'

export interface Order {
  by: OrderBy
  isDescending: boolean
}

export interface Slice {
  offset: number
  limit: number
}

/** What a list is narrowed to; all of it holds for what is found. */
export interface Narrowing {
  /** For LIKE, over message and tags. */
  pattern?: string | undefined
  /** As the workspace writes it. */
  tag?: string | undefined
  groupId?: string | undefined
  /** The first instant, and the first one that is not meant any more. */
  from?: Date | undefined
  to?: Date | undefined
}

export interface PostFilter extends Omit<Narrowing, 'pattern'> {
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
  /** Of very many posts: what `count` is of, if not of everything. */
  limited: string | undefined
}

export interface Limits {
  /** Up to so many posts are searched and counted to the last, whatever is looked for. */
  few: number
  /** Among more, what has so many matches in the newest alone is not counted any further. */
  common: number
  /** Of anything else so many matches are gathered; nearly all searches have fewer. */
  gathered: number
  /** And what the index cannot find, such as a single letter, is looked for in so many. */
  lookedAt: number
}

export const usualLimits: Limits = {
  few: 50_000,
  common: 1000,
  gathered: 20_000,
  lookedAt: 20_000,
}
