import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { publish } from '../../events/publish.ts'
import { nameChanges } from '../activity/name-changes.ts'
import { insertEntry } from '../activity/queries.ts'
import type { Change } from '../activity/schemas.ts'
import type { TaskVerb } from '../activity/verbs.ts'
import { requireUnblocked } from '../dependencies/require-unblocked.ts'
import { notifyAssigned } from './notify-assigned.ts'
import type { TaskRow } from './queries.ts'
import { type BareChange, differences, firstChanges, type TaskChanges } from './state.ts'
import {
  insertNumber,
  insertTask,
  saveAssignees,
  saveAttachments,
  saveTags,
  saveTask,
} from './store-queries.ts'

export type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'config'>

/** History details that are not fields of the task. */
export interface ActivityDetails {
  /** Overrides the verb derived from the changes. */
  verb?: TaskVerb
  /** Defaults to the comment, if there is one, or the task. */
  object?: { type: string; id: string | number }
  comment?: { id: number; text: string }
  /** Changes to data stored in other tables: dependencies and comments. */
  beside?: BareChange[]
  /** Other tasks completed by the same operation, which therefore do not block this one. */
  together?: ReadonlySet<string>
  /** Copied tasks do not notify their assignees. */
  quietly?: boolean
}

/**
 * The only way to create or change a task. The caller holds the lock of the task's row, unless the
 * task is new. Writes the change, exactly one activity entry, and the event. A change without
 * effect writes nothing.
 */
export async function changeTask(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  before: TaskRow,
  { about = {}, ...changes }: TaskChanges & { about?: ActivityDetails },
): Promise<TaskRow> {
  const isNew = before.activity_count === 0
  const bare = [
    ...(isNew ? firstChanges({ ...before, ...changes }) : differences(before, changes)),
    ...(about.beside ?? []),
  ]
  if (bare.length === 0 && !about.verb) return before
  const completes = changes.complete === true && (isNew || !before.complete)
  if (completes && !isNew) await requireUnblocked(tx, actor, before.id, about.together)

  const at = deps.clock()
  const bumped = {
    activity_count: before.activity_count + 1,
    modifier: actor.userId || null,
    modifier_kind: actor.kind,
    modifier_name: actor.name,
    updated_at: at,
    ...(isNew && { created_at: at }),
    ...(completes && { completed_at: at }),
    ...(changes.complete === false && { completed_at: null }),
  }
  const after: TaskRow = { ...before, ...changes, ...bumped }
  const verb = about.verb ?? (isNew ? 'created' : chooseVerb(bare))
  const named = await nameChanges(tx, actor.workspaceId, after.board, bare)
  const was = isNew ? noTask : before
  // Pipelined: PostgreSQL receives them in this order without waiting for each result.
  await Promise.all([
    isNew
      ? insertTask(tx, actor.workspaceId, after)
      : saveTask(tx, actor.workspaceId, before.id, { ...changes, ...bumped }),
    ...storeBeside(tx, actor.workspaceId, was, after),
    ...publishTaskEvent(tx, actor, after, { ...about, verb, changes: named }),
  ])
  if (!about.quietly) await notifyAssigned(deps, tx, actor, was, after)
  return after
}

/** The activity entry and the event. */
function publishTaskEvent(
  tx: Tx,
  actor: Actor,
  { id, board, activity_count: seq, updated_at: at }: TaskRow,
  { verb, changes, comment, ...about }: ActivityDetails & { verb: TaskVerb; changes: Change[] },
) {
  const fields = changes.map(({ field }) => field)
  const subject = comment ? { type: 'comment', id: comment.id } : { type: 'task', id }
  const { object = subject } = about
  const entry = { taskId: id, seq, verb, object, changes, comment: comment ?? null, at }
  return [
    insertEntry(tx, actor, entry),
    publish(tx, actor, {
      type: `pm_task.${verb}`,
      object: { type: 'pm_task', id },
      data: { board, seq, fields },
      at,
      boardId: board,
    }),
  ]
}

const noTask = { board: '', tags: [], assignees: [], attachments: [] }

type SeparateFields = Pick<TaskRow, 'board' | 'tags' | 'assignees' | 'attachments'>

/** Saves changed data that has its own tables. */
function storeBeside(tx: Tx, workspaceId: number, before: SeparateFields, after: TaskRow) {
  const changed = (field: keyof SeparateFields) => String(before[field]) !== String(after[field])
  return [
    changed('board') && insertNumber(tx, workspaceId, after),
    changed('assignees') && saveAssignees(tx, workspaceId, after),
    changed('tags') && saveTags(tx, workspaceId, after),
    changed('attachments') && saveAttachments(tx, workspaceId, after),
  ]
}

/** The most significant verb for a change of several fields. */
function chooseVerb(changes: BareChange[]): TaskVerb {
  const of = (field: string) => changes.find((change) => change.field === field)
  if (of('deleted')) return 'deleted'
  const complete = of('complete')
  if (complete) return complete.new ? 'completed' : 'reopened'
  if (of('status')) return 'status_changed'
  const assignees = of('assignees')
  if (assignees) {
    const before = assignees.old as number[]
    const isMore = (assignees.new as number[]).some((id) => !before.includes(id))
    return isMore ? 'assigned' : 'unassigned'
  }
  const attachment = of('attachments')
  if (attachment) return attachment.new === null ? 'detached' : 'attached'
  return 'updated'
}
