import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Undo } from '../feature.ts'

export async function insertDemoRecord(sql: Sql, workspaceId: number, undo: Undo): Promise<void> {
  await sql`insert into demo_records (workspace_id, undo)
    values (${workspaceId}, ${sql.json(undo)}) on conflict do nothing`
}

/** The newest first, so that a record is removed before those it depends on. */
export async function demoRecords(sql: Sql, workspaceId: number) {
  return sql<{ id: string; undo: Undo }>`select id, undo from demo_records
    where workspace_id = ${workspaceId} order by id desc`
}

export async function countDemoRecords(sql: Sql, workspaceId: number): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*)::int as count from demo_records
    where workspace_id = ${workspaceId}`
  return row?.count ?? 0
}

export async function deleteDemoRecord(sql: Sql | Tx, workspaceId: number, id: string) {
  await sql`delete from demo_records where workspace_id = ${workspaceId} and id = ${id}`
}
