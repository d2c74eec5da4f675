import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../activity/schemas.ts'
import { type FieldValues, settableFields } from './fields.ts'
import type { ChecklistItem, Recurrence } from './schemas.ts'

/** The fields of a task that can change and that its activity records. */
export interface TaskState extends Omit<FieldValues, 'completed_at'> {
  board: string
  number: number
  status: string
  checklist: ChecklistItem[]
  attachments: string[]
  recurrence: Recurrence | null
  series_id: string | null
  deleted: boolean
}

export type TaskChanges = Partial<TaskState>

/** A change before display names are added. */
export type BareChange = Pick<Change, 'field' | 'old' | 'new'>

const fields: (keyof TaskState)[] = [
  ...(['board', 'number', 'status'] as const),
  ...settableFields,
  ...(['checklist', 'attachments', 'recurrence', 'series_id'] as const),
]

/** All fields of a new task. */
export function firstChanges(task: Omit<TaskState, 'deleted'>): BareChange[] {
  return fields.map((field) => ({ field, old: null, new: task[field as keyof typeof task] }))
}

/**
 * The effective changes. Custom fields are reported by key, checklists by item, attachments one by
 * one, and everything else as a whole.
 */
export function differences(
  before: Omit<TaskState, 'deleted'>,
  changes: TaskChanges,
): BareChange[] {
  const found: BareChange[] = []
  for (const field of fields) {
    if (changes[field] === undefined) continue
    if (field === 'custom_fields') {
      found.push(...keyByKey(before.custom_fields, changes.custom_fields ?? {}))
    } else if (field === 'checklist') {
      found.push(...itemByItem(before.checklist, changes.checklist ?? []))
    } else if (field === 'attachments') {
      found.push(...oneByOne(before.attachments, changes.attachments ?? []))
    } else {
      const old = before[field as keyof typeof before]
      if (!isDeepStrictEqual(old, changes[field])) found.push({ field, old, new: changes[field] })
    }
  }
  if (changes.deleted) found.push({ field: 'deleted', old: false, new: true })
  return found
}

function keyByKey(before: Record<string, unknown>, after: Record<string, unknown>): BareChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].sort().flatMap((key) => {
    const change = { old: before[key] ?? null, new: after[key] ?? null }
    if (isDeepStrictEqual(change.old, change.new)) return []
    return [{ field: `custom_fields.${key}`, ...change }]
  })
}

function itemByItem(before: ChecklistItem[], after: ChecklistItem[]): BareChange[] {
  const old = new Map(before.map((item) => [item.id, item]))
  const kept = new Set(after.map(({ id }) => id))
  return [
    ...before
      .filter(({ id }) => !kept.has(id))
      .map((item) => ({ field: 'checklist', old: item, new: null })),
    ...after
      .filter((item) => !isDeepStrictEqual(old.get(item.id), item))
      .map((item) => ({ field: 'checklist', old: old.get(item.id) ?? null, new: item })),
  ]
}

function oneByOne(before: string[], after: string[]): BareChange[] {
  return [
    ...before
      .filter((id) => !after.includes(id))
      .map((id) => ({ field: 'attachments', old: id, new: null })),
    ...after
      .filter((id) => !before.includes(id))
      .map((id) => ({ field: 'attachments', old: null, new: id })),
  ]
}
