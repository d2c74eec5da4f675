import { offsetOf, type PageRequest } from '../../http/pages.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { ApiKey } from './schemas.ts'

type NewRow = Pick<ApiKey, 'id' | 'name' | 'prefix' | 'created_at' | 'expires_at'> & {
  key_hash: string
  scopes: readonly string[]
}

const columns = (sql: Sql) =>
  sql.part`id, name, prefix, scopes, user_id, created_at, expires_at, revoked_at, last_used_at`

export async function insertApiKey(sql: Sql, actor: Actor, row: NewRow): Promise<ApiKey> {
  const owned = { ...row, workspace_id: actor.workspaceId, user_id: actor.userId }
  const [key] =
    await sql<ApiKey>`insert into api_keys ${sql.columns(owned)} returning ${columns(sql)}`
  return key as ApiKey
}

/** All keys of the workspace, or only one person's. */
export async function apiKeys(
  sql: Sql,
  workspaceId: number,
  userId: number | undefined,
  page: PageRequest,
) {
  const wanted = sql.part`workspace_id = ${workspaceId}
    ${userId === undefined ? sql.part`` : sql.part`and user_id = ${userId}`}`
  const [total] = await sql<{ count: number }>`select count(*) from api_keys where ${wanted}`
  const results = await sql<ApiKey>`
    select ${columns(sql)} from api_keys where ${wanted}
    order by created_at desc, id limit ${page.page_size} offset ${offsetOf(page)}`
  return { count: total?.count ?? 0, results }
}

export async function apiKeyById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<ApiKey | undefined> {
  const [key] = await sql<ApiKey>`
    select ${columns(sql)} from api_keys where workspace_id = ${workspaceId} and id = ${id}`
  return key
}

export async function revokeKey(
  sql: Sql,
  workspaceId: number,
  id: string,
  at: Date,
): Promise<void> {
  await sql`update api_keys set revoked_at = ${at} where workspace_id = ${workspaceId} and id = ${id}`
}
