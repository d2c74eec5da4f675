import type { TaskActivity } from '@atelier/sdk'
import { dayInWords } from '../model.ts'

type Change = TaskActivity['changes'][number]

/** A human-readable change: the field, the old and the new value. */
export interface ReadableChange {
  label: string
  before: string
  after: string
  /** Shown as a line diff. */
  isLong?: boolean
}

const labels: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  start_date: 'Start date',
  due_date: 'Due date',
  assignees: 'Assignees',
  tags: 'Tags',
  estimated_hours: 'Estimated hours',
  task_type: 'Type',
  parent: 'Parent task',
  board: 'Board',
}

/** Fields for programs: people see that they changed, but not how. */
const forPrograms: Record<string, string> = {
  rich_description: 'Formatted description',
  extra: 'Extra data',
}

const customPrefix = 'custom_fields.'
const longText = 80

/** The display name of a field; undefined if people don't need to see it. */
export function findLabel(
  field: string,
  fieldNames: ReadonlyMap<string, string>,
): string | undefined {
  if (!field.startsWith(customPrefix)) return labels[field] ?? forPrograms[field]
  const key = field.slice(customPrefix.length)
  return fieldNames.get(key) ?? key.replaceAll('_', ' ')
}

/** A change with readable values, if it has any. */
export function readable(
  change: Change,
  fieldNames: ReadonlyMap<string, string>,
): ReadableChange[] {
  const { field } = change
  const label = findLabel(field, fieldNames)
  if (label === undefined || field in forPrograms) return []
  const texts = [change.old, change.new].map((value) => (typeof value === 'string' ? value : ''))
  const isLong = texts.some((text) => text.includes('\n') || text.length > longText)
  if (field === 'description' || (isLong && change.new_display === null)) {
    return [{ label, before: texts[0] ?? '', after: texts[1] ?? '', isLong: true }]
  }
  const before = valueInWords(change.old, change.old_display)
  const after = valueInWords(change.new, change.new_display)
  return [{ label, before, after }]
}

function valueInWords(value: unknown, display: string | null): string {
  if (display !== null) return readName(display)
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? dayInWords(value) : value
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

const id = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi

/** A deleted object has no name, and its id means nothing to people. */
export function readName(display: string | null | undefined): string {
  return (display ?? '').replaceAll(id, 'a deleted object')
}
