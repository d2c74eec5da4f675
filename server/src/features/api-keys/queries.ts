import { type PageRequest, readPage } from '../../http/pagination.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { ApiKey } from './schemas.ts'

type NewRow = Pick<ApiKey, 'id' | 'name' | 'prefix' | 'created_at' | 'expires_at'> & {
  key_hash: string
  scopes: readonly string[]
  parent_id: string | null
  agent_id: string | null
}

const columns = (sql: Sql) =>
  sql.part`id, name, prefix, scopes, user_id, created_at, expires_at, revoked_at, last_used_at`

export async function insertApiKey(sql: Sql, actor: Actor, row: NewRow): Promise<ApiKey> {
  const owned = { ...row, workspace_id: actor.workspaceId, user_id: actor.userId }
  const [key] =
    await sql<ApiKey>`insert into api_keys ${sql.columns(owned)} returning ${columns(sql)}`
  return key as ApiKey
}

/** All keys of the workspace, or those of one user. */
export async function apiKeys(
  sql: Sql,
  workspaceId: number,
  userId: number | undefined,
  page: PageRequest,
) {
  const from = sql.part`from api_keys where workspace_id = ${workspaceId}
    ${userId === undefined ? sql.part`` : sql.part`and user_id = ${userId}`}`
  const order = sql.part`created_at desc, id`
  return readPage<ApiKey>(sql, page, { columns: columns(sql), from, order })
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

/** Locks a valid key that is about to create another. */
export async function lockMaker(
  tx: Tx,
  workspaceId: number,
  id: string,
): Promise<{ id: string; expires_at: Date | null } | undefined> {
  const [maker] = await tx<{ id: string; expires_at: Date | null }>`
    select id, expires_at from api_keys
    where workspace_id = ${workspaceId} and id = ${id} and revoked_at is null for share`
  return maker
}

type RevokedKey = Pick<ApiKey, 'id' | 'name' | 'prefix'>

/**
 * Revokes keys and the keys they created, one generation at a time: each statement sees the keys
 * whose creation blocked the previous one.
 */
export async function revokeKeys(
  tx: Tx,
  workspaceId: number,
  ids: readonly string[],
  at: Date,
): Promise<RevokedKey[]> {
  const revoked = await tx<RevokedKey>`
    update api_keys set revoked_at = ${at}
    where workspace_id = ${workspaceId} and id = any(${ids}::uuid[]) and revoked_at is null
    returning id, name, prefix`
  const children = await tx<{ id: string }>`
    select id from api_keys where workspace_id = ${workspaceId}
      and parent_id = any(${ids}::uuid[]) and revoked_at is null`
  if (children.length === 0) return revoked
  const childIds = children.map(({ id }) => id)
  return [...revoked, ...(await revokeKeys(tx, workspaceId, childIds, at))]
}
