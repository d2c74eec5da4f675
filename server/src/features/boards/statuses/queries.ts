import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { Status } from './schemas.ts'

const columns = (sql: Sql) => sql.part`id, board_id as board, title, description, color,
  position as "order", category, created_at, updated_at`

/** The columns of boards, left to right. */
export function selectStatuses(
  sql: Sql,
  workspaceId: number,
  boardIds: readonly string[],
): Promise<Status[]> {
  return sql<Status>`
    select ${columns(sql)} from pm_statuses
    where workspace_id = ${workspaceId} and board_id = any(${boardIds}::uuid[]) and deleted_at is null
    order by position`
}

export async function statusesByIds(
  sql: Sql,
  workspaceId: number,
  ids: readonly string[],
): Promise<Status[]> {
  if (ids.length === 0) return []
  return sql<Status>`
    select ${columns(sql)} from pm_statuses
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`
}

export async function statusById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<Status | undefined> {
  const [status] = await sql<Status>`
    select ${columns(sql)} from pm_statuses
    where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null`
  return status
}

export async function insertStatuses(
  tx: Tx,
  workspaceId: number,
  statuses: readonly Status[],
): Promise<void> {
  const rows = statuses.map(({ board, order, ...status }) => ({
    ...status,
    board_id: board,
    position: order,
    workspace_id: workspaceId,
  }))
  await tx`insert into pm_statuses ${tx.columns(rows)}`
}

export async function saveStatus(tx: Tx, workspaceId: number, status: Status): Promise<void> {
  const { id, title, description, color, category, updated_at } = status
  const row = { title, description, color, category, updated_at }
  await tx`update pm_statuses set ${tx.columns(row)}
    where workspace_id = ${workspaceId} and id = ${id}`
}

export async function orderStatuses(tx: Tx, workspaceId: number, ids: readonly string[]) {
  await tx`update pm_statuses s set position = place.at - 1
    from unnest(${ids}::uuid[]) with ordinality as place (id, at)
    where s.workspace_id = ${workspaceId} and s.id = place.id and s.position <> place.at - 1`
}

export async function markStatusDeleted(tx: Tx, workspaceId: number, id: string, at: Date) {
  await tx`update pm_statuses set deleted_at = ${at}
    where workspace_id = ${workspaceId} and id = ${id}`
}
