import { type Priority, priorities, type Task } from './model.ts'

/** The board's filters. They are in the URL, so that people can share a view. */
export interface Filters {
  /** User ids, or `none`. */
  assignee?: string[] | undefined
  /** Tag ids. */
  tag?: number[] | undefined
  priority?: (Priority | 'none')[] | undefined
  search?: string | undefined
  /** On a phone: the visible column. */
  column?: string | undefined
  /** Unset for columns of cards. */
  view?: 'list' | undefined
  /** How the list is grouped; by column if unset. */
  group?: Grouping | undefined
}

const groupings = ['assignee', 'due', 'tag'] as const

export type Grouping = (typeof groupings)[number]

/** Reads the valid filters from the search parameters. */
export function readFilters(search: Record<string, unknown>): Filters {
  const known = new Set<unknown>(['none', ...priorities.map(({ id }) => id)])
  const assignee = toList(search.assignee).map(String)
  const tag = toList(search.tag).map(Number).filter(Number.isInteger)
  const priority = toList(search.priority).filter((id) => known.has(id)) as (Priority | 'none')[]
  return {
    ...(assignee.length > 0 && { assignee }),
    ...(tag.length > 0 && { tag }),
    ...(priority.length > 0 && { priority }),
    ...(search.search !== undefined && search.search !== '' && { search: String(search.search) }),
    ...(typeof search.column === 'string' && { column: search.column }),
    ...(search.view === 'list' && { view: 'list' }),
    ...(groupings.some((one) => one === search.group) && { group: search.group as Grouping }),
  }
}

function toList(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat()
}

export function isFiltered({ assignee, tag, priority, search }: Filters): boolean {
  return Boolean(assignee || tag || priority || search)
}

/** Whether a task matches the filters. */
export function fits(task: Task, { assignee, tag, priority, search }: Filters): boolean {
  if (assignee && !isAssigned(task, assignee)) return false
  if (tag && !tag.some((id) => task.tags.includes(id))) return false
  if (priority && !priority.includes(task.priority ?? 'none')) return false
  return search === undefined || hasWords(task, search)
}

function isAssigned({ assignees }: Task, wanted: string[]): boolean {
  if (assignees.length === 0) return wanted.includes('none')
  return assignees.some((id) => wanted.includes(String(id)))
}

function hasWords({ slug, title, description }: Task, search: string): boolean {
  const text = `${slug} ${title} ${description}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
