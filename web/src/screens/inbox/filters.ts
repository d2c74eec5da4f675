import type { ListNotificationsQuery, Notification } from '@atelier/sdk'
import { useSearch } from '@tanstack/react-router'

export const views = {
  all: 'All',
  unread: 'Unread',
  questions: 'Questions',
  snoozed: 'Snoozed',
  archived: 'Archived',
} as const

export type View = keyof typeof views
export type Category = Notification['category']

export const categoryNames: Record<Category, string> = {
  agentNeedsInput: 'Needs your input',
  agentError: 'Errors',
  agentTaskCompleted: 'Completed',
  agentNudge: 'Nudges',
  agentProgress: 'Progress',
  mention: 'Mentions',
  assignment: 'Assignments',
}

/** The list's filters. They are in the URL, so that a view can be linked and bookmarked. */
export interface Filters {
  view: View
  category?: Category
}

export interface FilterSearch {
  filter?: string
  category?: string
}

export function useFilters(): Filters {
  const { filter = '', category = '' } = useSearch({ strict: false }) as FilterSearch
  return {
    view: Object.hasOwn(views, filter) ? (filter as View) : 'all',
    ...(Object.hasOwn(categoryNames, category) && { category: category as Category }),
  }
}

/** The filters as search parameters. */
export function searchOf({ view, category }: Filters): FilterSearch {
  return { ...(view !== 'all' && { filter: view }), ...(category && { category }) }
}

export function queryOf({ view, category }: Filters): ListNotificationsQuery {
  return {
    ...(view === 'unread' && { unread: true }),
    ...(view === 'archived' && { archived: true }),
    ...(view === 'snoozed' && { snoozed: true }),
    ...(category && { category }),
  }
}

/** Whether the server would list it, for optimistic updates. */
export function isListed({ view, category }: Filters, item: Notification, now: number): boolean {
  const isSnoozed = item.snoozed_until !== null && Date.parse(item.snoozed_until) > now
  if (category && item.category !== category) return false
  if ((item.archived_at !== null) !== (view === 'archived')) return false
  if (isSnoozed !== (view === 'snoozed')) return false
  return view !== 'unread' || item.read_at === null
}
