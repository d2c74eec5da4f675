import type { Page } from '@atelier/sdk'

export const pageSize = 100

/** As much of a list, newest first, as has been read: always from its beginning, without holes. */
export interface Loaded<Entry> {
  items: Entry[]
  /** How many there are on the server. */
  count: number
}

interface Dated {
  id: string
  created_at: string
}

/** The first page was read anew: what it covers is as it says, what is older stays. */
export function withHead<Entry extends Dated>(
  before: Loaded<Entry> | undefined,
  { results, count }: Pick<Page<Entry>, 'results' | 'count'>,
): Loaded<Entry> {
  const last = results.at(-1)
  if (!before || !last || results.length < pageSize) return { items: results, count }
  const known = new Set(results.map(({ id }) => id))
  const older = before.items.filter(
    (item) => item.created_at <= last.created_at && !known.has(item.id),
  )
  return { items: [...results, ...older].slice(0, count), count }
}

/** A later page came. Pages move when entries come and go, so some may be known already. */
export function withMore<Entry extends Dated>(
  before: Loaded<Entry> | undefined,
  { results, count }: Pick<Page<Entry>, 'results' | 'count'>,
): Loaded<Entry> {
  const known = new Set(before?.items.map(({ id }) => id))
  const added = results.filter(({ id }) => !known.has(id))
  return { items: [...(before?.items ?? []), ...added], count }
}

/** The page on which the first entry stands that has not been read yet. */
export function nextPageOf({ items }: Loaded<unknown>): number {
  return Math.floor(items.length / pageSize) + 1
}

export function newestFirst(a: Dated, b: Dated): number {
  return a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : a.id < b.id ? 1 : -1
}
