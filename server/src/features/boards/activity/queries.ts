import type { Actor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import { type TaskRow, taskNamed } from '../tasks/queries.ts'
import type { ActivityEntry, Change } from './schemas.ts'
import type { TaskVerb } from './verbs.ts'

type History = Pick<TaskRow, 'id' | 'activity_count'>

/** The number of activity entries of a task. The history of a deleted task stays readable. */
export async function findHistory(
  sql: Sql,
  workspaceId: number,
  visible: Part,
  reference: string,
): Promise<History | undefined> {
  for (const named of taskNamed(sql, workspaceId, reference)) {
    const [task] = await sql<History>`
      select t.id, t.activity_count from pm_tasks t join pm_boards b on b.id = t.board_id
      where t.workspace_id = ${workspaceId} and ${visible} and ${named}
      order by t.created_at, t.id limit 1`
    if (task) return task
  }
  return undefined
}

type EntryRow = ActivityEntry & { is_withdrawn: boolean | null }

/**
 * The entries from one `seq` down to another, inclusive: a range of the primary key. The caller
 * passes the range because with row-level security, a join with the task cannot use an index range
 * computed from the other table's row.
 */
export async function entriesBetween(
  sql: Sql,
  workspaceId: number,
  taskId: string,
  { newest, oldest }: { newest: number; oldest: number },
): Promise<ActivityEntry[]> {
  const rows = await sql<EntryRow>`
    select a.id, a.seq, a.verb, a.actor, a.object, a.created_at as timestamp, a.changes, a.comment,
      a.request_id,
      (select c.deleted_at is not null from comments c where c.id = a.comment_id) as is_withdrawn
    from pm_activity a
    where a.workspace_id = ${workspaceId} and a.task_id = ${taskId}
      and a.seq between ${oldest} and ${newest}
    order by a.seq desc`
  return rows.map(({ is_withdrawn, ...row }) => {
    const entry = { ...row, changes: listChanges(row) }
    return is_withdrawn ? withoutWords(entry) : entry
  })
}

/** A new comment is stored once, beside the changes, and shown as a change like any other. */
function listChanges({ verb, changes, comment }: ActivityEntry): Change[] {
  if (verb !== 'commented') return changes
  return [{ field: 'comment', old: null, new: comment, old_display: null, new_display: comment }]
}

/** The history shows who wrote or changed a deleted comment and when, but not its text. */
function withoutWords(entry: ActivityEntry): ActivityEntry {
  const instead = (text: unknown) => (text === null ? null : 'a deleted comment')
  const silent = (change: Change) =>
    change.field === 'comment'
      ? {
          ...{ field: 'comment', old: null, new: null },
          old_display: instead(change.old),
          new_display: instead(change.new),
        }
      : change
  return { ...entry, comment: null, changes: entry.changes.map(silent) }
}

export interface NewEntry {
  taskId: string
  seq: number
  verb: TaskVerb
  object: { type: string; id: string | number }
  changes: Change[]
  comment: { id: number; text: string } | null
  at: Date
}

export async function insertEntry(tx: Tx, actor: Actor, entry: NewEntry): Promise<void> {
  const { kind, userId, name, via } = actor
  await tx`
    insert into pm_activity (workspace_id, task_id, seq, verb, actor, object, changes, comment,
      comment_id, request_id, created_at)
    values (${actor.workspaceId}, ${entry.taskId}, ${entry.seq}, ${entry.verb},
      ${tx.json({ id: userId, name, kind, via })}, ${tx.json(entry.object)},
      ${tx.json(entry.changes)}, ${entry.comment?.text ?? null}, ${entry.comment?.id ?? null},
      ${actor.requestId}, ${entry.at})`
}
