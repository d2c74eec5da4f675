import { type PageRequest, readPage } from '../../../http/pagination.ts'
import type { Role } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Sql } from '../../../platform/postgres/sql.ts'
import type { IncomingWebhook } from './schemas.ts'

type NewRow = IncomingWebhook & { secret_hash: string; created_by: number }

const columns = (sql: Sql) => sql.part`id, channel, name, created_at, last_used_at`

export function incomingWebhooks(sql: Sql, workspaceId: number, page: PageRequest) {
  return readPage<IncomingWebhook>(sql, page, {
    columns: columns(sql),
    from: sql.part`from incoming_webhooks where workspace_id = ${workspaceId}`,
    order: sql.part`created_at, id`,
  })
}

export async function insertIncomingWebhook(tx: Tx, workspaceId: number, row: NewRow) {
  await tx`insert into incoming_webhooks ${tx.columns({ ...row, workspace_id: workspaceId })}`
}

export async function removeIncomingWebhook(
  tx: Tx,
  workspaceId: number,
  id: string,
): Promise<IncomingWebhook | undefined> {
  const [gone] = await tx<IncomingWebhook>`
    delete from incoming_webhooks where workspace_id = ${workspaceId} and id = ${id}
    returning ${columns(tx)}`
  return gone
}

export interface UsableWebhook {
  id: string
  workspace_id: number
  channel: string
  name: string
  secret_hash: string
  created_by: number
  role: Role
}

/** A webhook whose creator is still an active member of an active workspace. */
export async function usableWebhook(
  system: Sql,
  workspaceId: number,
  id: string,
): Promise<UsableWebhook | undefined> {
  const [found] = await system<UsableWebhook>`
    select h.id, h.workspace_id, h.channel, h.name, h.secret_hash, h.created_by, m.role
    from incoming_webhooks h
      join workspaces w on w.id = h.workspace_id and w.is_active
      join users u on u.id = h.created_by and u.is_active
      join memberships m on m.workspace_id = h.workspace_id and m.user_id = h.created_by
    where h.workspace_id = ${workspaceId} and h.id = ${id}`
  return found
}

export async function noteUse(sql: Sql, { workspace_id, id }: UsableWebhook, at: Date) {
  await sql`update incoming_webhooks set last_used_at = ${at}
    where workspace_id = ${workspace_id} and id = ${id}`
}
