import type { LiveEvent, MarkNotificationBody, Notification } from '@atelier/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { type Filters, isListed } from './filters.ts'
import { type LoadedList, newestFirst } from './list/long-list.ts'

export type Mark = Pick<MarkNotificationBody, 'action' | 'until'>

/** A notification after a mark is applied. */
function marked(item: Notification, { action, until }: Mark, now: string): Notification {
  switch (action) {
    case 'seen':
      return { ...item, seen_at: item.seen_at ?? now }
    case 'read':
      return { ...item, read_at: item.read_at ?? now, seen_at: item.seen_at ?? now }
    case 'unread':
      return { ...item, read_at: null }
    case 'archive':
      return { ...item, archived_at: item.archived_at ?? now }
    case 'unarchive':
      return { ...item, archived_at: null }
    case 'snooze':
      return { ...item, snoozed_until: until ?? null }
    case 'unsnooze':
      return { ...item, snoozed_until: null }
  }
}

/** Applies a mark to all loaded lists and the open item. Lists drop items that no longer match. */
export function markCached(queryClient: QueryClient, ids: readonly string[], mark: Mark): void {
  const now = new Date()
  const chosen = new Set(ids)
  const change = (item: Notification) =>
    chosen.has(item.id) ? marked(item, mark, now.toISOString()) : item
  changeLists(queryClient, ({ items, count }, filters) => {
    if (!items.some(({ id }) => chosen.has(id))) return undefined
    const after = items
      .map(change)
      .filter((item) => !chosen.has(item.id) || isListed(filters, item, now.getTime()))
    return { items: after, count: count - (items.length - after.length) }
  })
  for (const id of ids) {
    queryClient.setQueryData<Notification>(['notifications', id], (item) => item && change(item))
  }
}

/** Restores notifications in the lists they belong to, such as after an undo. */
export function putBack(queryClient: QueryClient, items: readonly Notification[]): void {
  const now = Date.now()
  changeLists(queryClient, (before, filters) => {
    const known = new Set(before.items.map(({ id }) => id))
    const added = items.filter((item) => !known.has(item.id) && isListed(filters, item, now))
    if (added.length === 0) return undefined
    return {
      items: [...before.items, ...added].sort(newestFirst),
      count: before.count + added.length,
    }
  })
}

/** Follows marks from other windows. Events for many items have no ids: lists are refetched. */
export function followMark(queryClient: QueryClient, { type, data }: LiveEvent): void {
  if (type !== 'notification.updated') return
  const { ids, action, until } = data as { ids: string[] | null } & Mark
  if (ids) markCached(queryClient, ids, { action, until: until ?? undefined })
  else changeLists(queryClient, ({ items, count }) => ({ items: items.slice(0, 1), count }))
}

function changeLists(
  queryClient: QueryClient,
  change: (
    before: LoadedList<Notification>,
    filters: Filters,
  ) => LoadedList<Notification> | undefined,
): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: listKey })) {
    const before = queryClient.getQueryData<LoadedList<Notification>>(queryKey)
    const after = before && change(before, queryKey[2] as Filters)
    if (after) queryClient.setQueryData(queryKey, after)
  }
}

export const listKey = ['notifications', 'list'] as const
