import type { Sql } from '../../platform/postgres/sql.ts'
import { notificationById, workspaceName } from './queries.ts'

/** The long text of a notification, and its workspace. */
export async function bodyOf(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<{ body: string | null; workspaceName: string }> {
  const [row, name] = await Promise.all([
    notificationById(sql, workspaceId, id),
    workspaceName(sql, workspaceId),
  ])
  return { body: row?.body ?? null, workspaceName: name }
}
