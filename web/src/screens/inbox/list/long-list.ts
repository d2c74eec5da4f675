import type { Page } from '@atelier/sdk'

export const pageSize = 100

/** The loaded part of a list, newest first: always from its beginning, without gaps. */
export interface LoadedList<Entry> {
  items: Entry[]
  /** The total count on the server. */
  count: number
}

interface ListEntry {
  id: string
  created_at: string
}

/** Merges a refetched first page: it replaces the entries it covers; older ones stay. */
export function withHead<Entry extends ListEntry>(
  before: LoadedList<Entry> | undefined,
  { results, count }: Pick<Page<Entry>, 'results' | 'count'>,
): LoadedList<Entry> {
  const last = results.at(-1)
  if (!before || !last || results.length < pageSize) return { items: results, count }
  const known = new Set(results.map(({ id }) => id))
  const older = before.items.filter(
    (item) => item.created_at <= last.created_at && !known.has(item.id),
  )
  return { items: [...results, ...older].slice(0, count), count }
}

/** Adds a later page. Pages shift when entries come and go, so some may be known already. */
export function withMore<Entry extends ListEntry>(
  before: LoadedList<Entry> | undefined,
  { results, count }: Pick<Page<Entry>, 'results' | 'count'>,
): LoadedList<Entry> {
  const known = new Set(before?.items.map(({ id }) => id))
  const added = results.filter(({ id }) => !known.has(id))
  return { items: [...(before?.items ?? []), ...added], count }
}

/** The page that contains the first entry not loaded yet. */
export function findNextPage({ items }: LoadedList<unknown>): number {
  return Math.floor(items.length / pageSize) + 1
}

export function newestFirst(a: ListEntry, b: ListEntry): number {
  return a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : a.id < b.id ? 1 : -1
}
