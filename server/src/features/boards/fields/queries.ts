import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { Field } from './schemas.ts'

const columns = (sql: Sql) => sql.part`id, board_id as board, key, name, kind, options, created_at,
  updated_at`

export function selectFields(sql: Sql, workspaceId: number, boardId: string): Promise<Field[]> {
  return sql<Field>`
    select ${columns(sql)} from pm_fields
    where workspace_id = ${workspaceId} and board_id = ${boardId} order by created_at, key`
}

export async function insertField(tx: Tx, workspaceId: number, field: Field): Promise<void> {
  const { board, options, ...rest } = field
  const row = { ...rest, options: tx.json(options), board_id: board, workspace_id: workspaceId }
  await tx`insert into pm_fields ${tx.columns(row)}`
}

export async function saveField(tx: Tx, workspaceId: number, field: Field): Promise<void> {
  const { id, name, options, updated_at } = field
  await tx`update pm_fields set name = ${name}, options = ${tx.json(options)},
    updated_at = ${updated_at} where workspace_id = ${workspaceId} and id = ${id}`
}

export async function deleteFieldRow(tx: Tx, workspaceId: number, id: string): Promise<void> {
  await tx`delete from pm_fields where workspace_id = ${workspaceId} and id = ${id}`
}
