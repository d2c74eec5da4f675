import type { Tx } from '../../../platform/postgres/db.ts'
import { storedFields } from './fields.ts'
import type { TaskRow } from './queries.ts'
import type { TaskChanges } from './state.ts'

/** Maps fields to columns; the other fields have their own tables. */
function buildRow(tx: Tx, task: TaskChanges & Partial<TaskRow>) {
  const row: Record<string, unknown> = {
    board_id: task.board,
    number: task.number,
    status_id: task.status,
    checklist: json(tx, task.checklist),
    recurrence: json(tx, task.recurrence),
    series_id: task.series_id,
    activity_count: task.activity_count,
    modifier_id: task.modifier,
    modifier_kind: task.modifier_kind,
    modifier_name: task.modifier_name,
    updated_at: task.updated_at,
  }
  for (const { name, column, isJson } of storedFields) {
    row[column] = isJson ? json(tx, task[name]) : task[name]
  }
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
}

function json(tx: Tx, value: unknown) {
  return value === undefined || value === null ? value : tx.json(value)
}

export async function insertTask(tx: Tx, workspaceId: number, task: TaskRow): Promise<void> {
  const { id, creator, created_at } = task
  const row = {
    ...buildRow(tx, task),
    id,
    workspace_id: workspaceId,
    creator_id: creator,
    created_at,
  }
  await tx`insert into pm_tasks ${tx.columns(row)}`
}

export async function saveTask(
  tx: Tx,
  workspaceId: number,
  id: string,
  changes: TaskChanges & Partial<TaskRow>,
): Promise<void> {
  const deleted = changes.deleted ? { deleted_at: changes.updated_at } : {}
  await tx`update pm_tasks set ${tx.columns({ ...buildRow(tx, changes), ...deleted })}
    where workspace_id = ${workspaceId} and id = ${id}`
}

/** Adds the new number of a task; its former numbers stay. */
export async function insertNumber(
  tx: Tx,
  workspaceId: number,
  { id, board, number }: Pick<TaskRow, 'id' | 'board' | 'number'>,
): Promise<void> {
  await tx`insert into pm_task_numbers (workspace_id, board_id, number, task_id)
    values (${workspaceId}, ${board}, ${number}, ${id})`
}

export async function saveAssignees(tx: Tx, workspaceId: number, task: TaskRow): Promise<void> {
  const { id, assignees } = task
  await Promise.all([
    tx`delete from pm_task_assignees
      where workspace_id = ${workspaceId} and task_id = ${id} and user_id <> all(${assignees}::int[])`,
    tx`insert into pm_task_assignees (workspace_id, task_id, user_id)
      select ${workspaceId}, ${id}, one from unnest(${assignees}::int[]) as one on conflict do nothing`,
  ])
}

export async function saveTags(tx: Tx, workspaceId: number, { id, tags }: TaskRow): Promise<void> {
  await Promise.all([
    tx`delete from pm_task_tags
      where workspace_id = ${workspaceId} and task_id = ${id} and tag_id <> all(${tags}::int[])`,
    tx`insert into pm_task_tags (workspace_id, task_id, tag_id)
      select ${workspaceId}, ${id}, one from unnest(${tags}::int[]) as one on conflict do nothing`,
  ])
}

export async function saveAttachments(tx: Tx, workspaceId: number, task: TaskRow): Promise<void> {
  const { id, attachments } = task
  await Promise.all([
    tx`delete from pm_task_attachments
      where workspace_id = ${workspaceId} and task_id = ${id}
        and asset_id <> all(${attachments}::uuid[])`,
    tx`insert into pm_task_attachments (workspace_id, task_id, asset_id)
      select ${workspaceId}, ${id}, one.id
      from unnest(${attachments}::uuid[]) with ordinality as one (id, at)
      order by one.at on conflict do nothing`,
  ])
}
