import type { Sql } from '../../platform/postgres/sql.ts'

/** The name of a workspace, for messages to people. */
export async function findWorkspaceName(sql: Sql, workspaceId: number): Promise<string> {
  const [row] = await sql<{ name: string }>`select name from workspaces where id = ${workspaceId}`
  return row?.name ?? ''
}
