import type { TaskActivity } from '@atelier/sdk'
import { dayInWords } from '../model.ts'

type Change = TaskActivity['changes'][number]

/** A change as people read it: what, from what, to what. */
export interface ReadableChange {
  label: string
  before: string
  after: string
  /** Told line by line. */
  isLong?: boolean
}

export interface ReadableEntry {
  /** What somebody did, after their name. */
  summary: string
  changes: ReadableChange[]
}

const labels: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  start_date: 'Start',
  due_date: 'Due',
  assignees: 'Assignees',
  tags: 'Tags',
  estimated_hours: 'Hours',
  task_type: 'Kind',
  parent: 'Part of',
  board: 'Board',
  attachments: 'File',
  blocks: 'Blocks',
  blocked_by: 'Waits for',
  relates_to: 'Related to',
  duplicates: 'Duplicate of',
  duplicated_by: 'Duplicated by',
}

const verbs: Record<TaskActivity['verb'], string> = {
  created: 'created the task',
  updated: 'changed the task',
  status_changed: 'moved the task',
  assigned: 'assigned the task',
  unassigned: 'changed who has the task',
  commented: 'commented',
  comment_edited: 'changed a comment',
  comment_deleted: 'deleted a comment',
  attached: 'attached a file',
  detached: 'took a file off',
  dependency_added: 'added a dependency',
  dependency_removed: 'removed a dependency',
  completed: 'completed the task',
  reopened: 'opened the task again',
  deleted: 'deleted the task',
}

/** An entry of the activity in words. What only machines care for is left out. */
export function inWords(
  entry: TaskActivity,
  fieldNames: ReadonlyMap<string, string>,
): ReadableEntry {
  const { verb, changes } = entry
  // A new task has all its fields there, most of them empty.
  if (verb === 'created') return { summary: verbs.created, changes: [] }
  const items = changes.filter(({ field }) => field === 'checklist').map(itemInWords)
  const rows = changes.flatMap((change) => rowOf(change, fieldNames))
  if (verb !== 'updated') return { summary: verbs[verb], changes: rows }
  if (items.length > 0) return { summary: items.join(', '), changes: rows }
  const [only] = changes
  if (changes.length === 1 && only?.field === 'order') {
    return { summary: 'moved the task within its column', changes: [] }
  }
  const summary = rows.length === 1 ? `changed ${rows[0]?.label.toLowerCase()}` : verbs.updated
  return { summary, changes: rows }
}

function rowOf(change: Change, fieldNames: ReadonlyMap<string, string>): ReadableChange[] {
  const { field } = change
  const key = field.startsWith('custom_fields.') ? field.slice('custom_fields.'.length) : undefined
  const label = key === undefined ? labels[field] : (fieldNames.get(key) ?? key)
  if (label === undefined) return []
  if (field === 'description') {
    const texts = { before: String(change.old ?? ''), after: String(change.new ?? '') }
    return [{ label, ...texts, isLong: true }]
  }
  const before = valueInWords(change.old, change.old_display)
  const after = valueInWords(change.new, change.new_display)
  return [{ label, before, after }]
}

function valueInWords(value: unknown, display: string | null): string {
  if (display !== null) return display
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? dayInWords(value) : value
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

interface Item {
  title: string
  done: boolean
}

function itemInWords(change: Change): string {
  const old = change.old as Item | null
  const now = change.new as Item | null
  if (!old) return `added “${now?.title}” to the checklist`
  if (!now) return `took “${old.title}” off the checklist`
  if (old.title !== now.title) return `renamed “${old.title}” to “${now.title}”`
  if (old.done !== now.done) return `${now.done ? 'ticked' : 'unticked'} “${now.title}”`
  return `moved “${now.title}” in the checklist`
}
