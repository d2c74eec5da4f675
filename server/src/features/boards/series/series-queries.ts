import type { Actor, Role } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import type { Recurrence } from '../tasks/schemas.ts'

export interface SeriesRow {
  id: string
  workspace_id: number
  board_id: string
  recurrence: Recurrence
  first_day: string
  last_day: string
  last_task_id: string
  held: Record<string, unknown>
  actor: Omit<Actor, 'permissions' | 'boundedBy'> & { permissions: string[] }
  next_at: Date | null
}

export async function insertSeries(tx: Tx, row: SeriesRow): Promise<void> {
  const { recurrence, held, actor } = row
  const json = { recurrence: tx.json(recurrence), held: tx.json(held), actor: tx.json(actor) }
  await tx`insert into pm_task_series ${tx.columns({ ...row, ...json })}`
}

export async function saveSeries(tx: Tx, row: SeriesRow): Promise<void> {
  await tx`
    update pm_task_series set recurrence = ${tx.json(row.recurrence)}, first_day = ${row.first_day},
      last_day = ${row.last_day}, last_task_id = ${row.last_task_id}, held = ${tx.json(row.held)},
      actor = ${tx.json(row.actor)}, next_at = ${row.next_at}
    where workspace_id = ${row.workspace_id} and id = ${row.id}`
}

export async function lockSeries(
  tx: Tx,
  workspaceId: number,
  id: string,
): Promise<SeriesRow | undefined> {
  const [row] = await tx<SeriesRow>`
    select * from pm_task_series where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

export async function deleteSeries(tx: Tx, workspaceId: number, id: string): Promise<void> {
  await tx`delete from pm_task_series where workspace_id = ${workspaceId} and id = ${id}`
}

/** Locks a series whose next task is due, unless another process has it. */
export async function takeDueSeries(tx: Tx, now: Date): Promise<SeriesRow | undefined> {
  const [row] = await tx<SeriesRow>`
    select * from pm_task_series where next_at <= ${now} order by next_at limit 1
    for update skip locked`
  return row
}

export function selectNextSeries(sql: Sql, after: Part): Part {
  return sql.part`select min(next_at) from pm_task_series where next_at > ${after}`
}

/** The series of completed tasks that wait for the completion of their last task. */
export async function seriesOfTasks(
  tx: Tx,
  taskIds: readonly string[],
): Promise<{ workspace_id: number; id: string }[]> {
  return tx`
    select workspace_id, id from pm_task_series
    where id in (select series_id from pm_tasks where id = any(${taskIds}::uuid[]))
      and last_task_id = any(${taskIds}::uuid[]) and recurrence ->> 'mode' = 'after_completion'`
}

/** The open tasks of a series after the given one. */
export async function laterTasks(
  tx: Tx,
  workspaceId: number,
  { id, series_id, created_at }: { id: string; series_id: string; created_at: Date },
): Promise<{ id: string }[]> {
  return tx<{ id: string }>`
    select id from pm_tasks
    where workspace_id = ${workspaceId} and series_id = ${series_id} and id <> ${id}
      and created_at > ${created_at} and not complete and deleted_at is null order by created_at`
}

/** The role of the person for whom a series creates tasks; null if they have left. */
export async function findRole(tx: Tx, { workspace_id, actor }: SeriesRow): Promise<Role | null> {
  const [row] = await tx<{ role: Role }>`
    select m.role from memberships m join users u on u.id = m.user_id and u.is_active
      join workspaces w on w.id = m.workspace_id and w.is_active
    where m.workspace_id = ${workspace_id} and m.user_id = ${actor.userId}`
  return row?.role ?? null
}
