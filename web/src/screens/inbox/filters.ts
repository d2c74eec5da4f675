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
  /** Words in the title or text. Open questions are few, so their list has no search. */
  search?: string
}

export interface FilterSearch {
  filter?: string
  category?: string
  search?: string
}

export function useFilters(): Filters {
  const { filter = '', category = '', search } = useSearch({ strict: false }) as FilterSearch
  // The router reads a number as a number.
  const words = search === undefined ? '' : String(search)
  return {
    view: Object.hasOwn(views, filter) ? (filter as View) : 'all',
    ...(Object.hasOwn(categoryNames, category) && { category: category as Category }),
    ...(words && filter !== 'questions' && { search: words }),
  }
}

/** The filters as search parameters. */
export function buildSearch({ view, category, search }: Filters): FilterSearch {
  return {
    ...(view !== 'all' && { filter: view }),
    ...(category && { category }),
    ...(search && { search }),
  }
}

export function buildQuery({ view, category, search }: Filters): ListNotificationsQuery {
  return {
    ...(view === 'unread' && { unread: true }),
    ...(view === 'archived' && { archived: true }),
    ...(view === 'snoozed' && { snoozed: true }),
    ...(category && { category }),
    ...(search && { search }),
  }
}

/** Whether the server would list it, for optimistic updates. */
export function isListed(filters: Filters, item: Notification, now: number): boolean {
  const { view, category, search = '' } = filters
  const isSnoozed = item.snoozed_until !== null && Date.parse(item.snoozed_until) > now
  if (category && item.category !== category) return false
  if (!`${item.title} ${item.body}`.toLowerCase().includes(search.toLowerCase())) return false
  if ((item.archived_at !== null) !== (view === 'archived')) return false
  if (isSnoozed !== (view === 'snoozed')) return false
  return view !== 'unread' || item.read_at === null
}
