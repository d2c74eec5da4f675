import type { Actor } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { anywhere, literally } from '../../../lib/like-pattern.ts'
import { isUuid } from '../../../lib/uuid.ts'
import { priorities } from './fields.ts'
import type { TaskListQuery } from './schemas.ts'

const sortable = [
  'created_at',
  'updated_at',
  'start_date',
  'due_date',
  'priority',
  'title',
  'order',
  'number',
] as const

/** The filter of a task list, in the form that the database query needs. */
export interface TaskFilter {
  boardId?: string
  /** Titles are in lower case. */
  statuses?: { ids: string[]; titles: string[] }
  /** Names are emails or full names. */
  assignees?: { ids: number[]; names: string[]; none: boolean }
  tags?: { ids: number[]; names: string[] }
  priorities?: string[]
  complete?: boolean
  /** Null: only top-level tasks. */
  parentId?: string | null
  dueBefore?: string
  dueAfter?: string
  /** For ILIKE; all of them must match. The longest, which matches the fewest tasks, is first. */
  patterns: string[]
  sort: { by: (typeof sortable)[number]; descending: boolean }
}

const maxValues = 100
const maxWords = 10

/** Parses the parts of a query that are lists or words; an invalid value is a 400. */
export function readFilter(actor: Actor, query: TaskListQuery): TaskFilter {
  const { status, assignee, tag, priority, complete, due_before, due_after } = query
  return {
    ...(status && { statuses: readStatuses(status) }),
    ...(assignee && { assignees: readPeople(actor, assignee) }),
    ...(tag && { tags: readTags(tag) }),
    ...(priority && { priorities: readPriorities(priority) }),
    ...(complete !== undefined && { complete }),
    ...(due_before && { dueBefore: due_before }),
    ...(due_after && { dueAfter: due_after }),
    patterns: buildPatterns(query.search ?? ''),
    sort: readSort(query.sort ?? '-created_at'),
  }
}

function parseList(
  name: string,
  text: string,
  fits: (value: string) => boolean,
  complaint: string,
): string[] {
  const values = text.split(',').map((value) => value.trim())
  if (values.length > maxValues) throw invalid(name, `takes at most ${maxValues} values`)
  const wrong = values.find((value) => !fits(value))
  if (wrong !== undefined) throw invalid(name, `"${wrong}" ${complaint}`)
  return values
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
}

function readStatuses(text: string): { ids: string[]; titles: string[] } {
  const values = parseList('status', text, (value) => value !== '', 'is not a column')
  const titles = values.filter((value) => !isUuid(value)).map((value) => value.toLowerCase())
  return { ids: values.filter(isUuid), titles }
}

function readPeople(actor: Actor, text: string): TaskFilter['assignees'] & object {
  const values = parseList('assignee', text, (value) => value !== '', 'is not a person')
  const ids = values.filter((value) => isId(value) || value === 'me')
  const names = values.filter((value) => value !== 'none' && !ids.includes(value))
  return {
    ids: ids.map((value) => (value === 'me' ? actor.userId : Number(value))),
    names,
    none: values.includes('none'),
  }
}

function readTags(text: string): { ids: number[]; names: string[] } {
  const values = parseList('tag', text, (value) => value !== '', 'is not a tag name')
  // A tag may be called 2026, so a number is also matched as a name.
  return { ids: values.filter(isId).map(Number), names: values }
}

function readPriorities(text: string): string[] {
  const known: readonly string[] = [...priorities, 'none']
  return parseList(
    'priority',
    text,
    (value) => known.includes(value),
    `is not one of ${known.join(', ')}`,
  )
}

function readSort(text: string): TaskFilter['sort'] {
  const descending = text.startsWith('-')
  const by = sortable.find((name) => name === text.slice(descending ? 1 : 0))
  if (!by)
    throw invalid(
      'sort',
      `"${text}" is not one of ${sortable.join(', ')}, with or without a leading -`,
    )
  return { by, descending }
}

/**
 * A word matches anywhere. A word of fewer than three characters is too short for the index and
 * matches only at the start of words; the searched text starts with a space.
 */
function buildPatterns(search: string): string[] {
  const words = new Set(search.split(/\s+/).filter((word) => word !== ''))
  return [...words]
    .slice(0, maxWords)
    .sort((a, b) => b.length - a.length)
    .map((word) => ([...word].length < 3 ? `% ${literally(word)}%` : anywhere(word)))
}
