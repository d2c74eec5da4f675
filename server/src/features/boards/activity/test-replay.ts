import { inOrder } from '../checklists/schemas.ts'
import type { ChecklistItem } from '../tasks/schemas.ts'
import type { TaskState } from '../tasks/state.ts'
import type { ActivityEntry } from './schemas.ts'

/** A task rebuilt from its history. */
export interface ReplayedTask extends TaskState {
  completed_at: Date | null
  blocks: string[]
  blocked_by: string[]
  relates_to: string[]
  duplicates: string[]
  duplicated_by: string[]
  creator: number
  modifier: number
  modifier_kind: ActivityEntry['actor']['kind']
  modifier_name: string
  created_at: Date
  updated_at: Date
}

type Links = 'attachments' | 'blocks' | 'blocked_by' | 'relates_to' | 'duplicates' | 'duplicated_by'

const links: readonly string[] = [
  'attachments',
  'blocks',
  'blocked_by',
  'relates_to',
  'duplicates',
  'duplicated_by',
] satisfies Links[]

/** Rebuilds a task from all its activity entries, in any order. */
export function replay(entries: readonly ActivityEntry[]): ReplayedTask {
  const [created, ...later] = entries.toSorted((a, b) => a.seq - b.seq)
  if (created?.verb !== 'created') throw new Error('The first entry of a history must be "created"')
  const task = begin(created)
  for (const entry of later) apply(task, entry)
  return task
}

function begin({ changes, actor, timestamp }: ActivityEntry): ReplayedTask {
  const initial = Object.fromEntries(changes.map((change) => [change.field, change.new]))
  return {
    ...initial,
    deleted: false,
    completed_at: initial.complete ? timestamp : null,
    ...{ blocks: [], blocked_by: [], relates_to: [], duplicates: [], duplicated_by: [] },
    creator: actor.id,
    modifier: actor.id,
    modifier_kind: actor.kind,
    modifier_name: actor.name,
    created_at: timestamp,
    updated_at: timestamp,
  } as unknown as ReplayedTask
}

function apply(task: ReplayedTask, { changes, actor, timestamp }: ActivityEntry): void {
  for (const { field, old, new: value } of changes) {
    if (field === 'comment') continue
    if (field === 'checklist') {
      replaceItem(task, old as ChecklistItem | null, value as ChecklistItem | null)
    } else if (field.startsWith('custom_fields.')) {
      const key = field.slice('custom_fields.'.length)
      const { [key]: _, ...others } = task.custom_fields
      task.custom_fields = value === null ? others : { ...others, [key]: value }
    } else if (links.includes(field)) {
      const list = task[field as Links].filter((id) => id !== old)
      task[field as Links] = value === null ? list : [...list, value as string]
    } else {
      Object.assign(task, { [field]: value })
      if (field === 'complete') task.completed_at = value ? timestamp : null
    }
  }
  task.modifier = actor.id
  task.modifier_kind = actor.kind
  task.modifier_name = actor.name
  task.updated_at = timestamp
}

function replaceItem(task: ReplayedTask, old: ChecklistItem | null, item: ChecklistItem | null) {
  const others = task.checklist.filter(({ id }) => id !== old?.id)
  task.checklist = item ? [...others, item].toSorted(inOrder) : others
}
