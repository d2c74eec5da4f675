import type { ChatKind } from '../../channels/chat/chat-post.ts'
import { type PageRequest, readPage } from '../../http/pagination.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'

export interface WebhookRow {
  id: string
  channel: string
  kind: ChatKind
  name: string
  /** Sealed. */
  url: string
  is_active: boolean
  last_error: string | null
  created_by: number | null
  created_at: Date
  updated_at: Date
}

const columns = (sql: Sql) => sql.part`id, channel, kind, name, url, is_active, last_error,
  created_by, created_at, updated_at`

export async function webhooks(sql: Sql, workspaceId: number, page: PageRequest) {
  return readPage<WebhookRow>(sql, page, {
    columns: columns(sql),
    from: sql.part`from chat_webhooks where workspace_id = ${workspaceId}`,
    order: sql.part`created_at, id`,
  })
}

export async function webhookById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<WebhookRow | undefined> {
  const [found] = await sql<WebhookRow>`
    select ${columns(sql)} from chat_webhooks where workspace_id = ${workspaceId} and id = ${id}`
  return found
}

export async function lockWebhook(
  tx: Tx,
  workspaceId: number,
  id: string,
): Promise<WebhookRow | undefined> {
  const [found] = await tx<WebhookRow>`
    select ${columns(tx)} from chat_webhooks
    where workspace_id = ${workspaceId} and id = ${id} for update`
  return found
}

export function activeWebhooks(
  sql: Sql,
  workspaceId: number,
  channel: string,
): Promise<Pick<WebhookRow, 'id' | 'name' | 'kind'>[]> {
  return sql`
    select id, name, kind from chat_webhooks
    where workspace_id = ${workspaceId} and channel = ${channel} and is_active
    order by created_at, id`
}

export async function insertWebhook(tx: Tx, workspaceId: number, row: WebhookRow): Promise<void> {
  await tx`insert into chat_webhooks ${tx.columns({ ...row, workspace_id: workspaceId })}`
}

export async function saveWebhook(tx: Tx, workspaceId: number, row: WebhookRow): Promise<void> {
  const { id, ...changed } = row
  await tx`update chat_webhooks set ${tx.columns(changed)}
    where workspace_id = ${workspaceId} and id = ${id}`
}

export async function deleteWebhookRow(tx: Tx, workspaceId: number, id: string): Promise<void> {
  await tx`delete from chat_webhooks where workspace_id = ${workspaceId} and id = ${id}`
}

/**
 * Records the last error, or null for a success. Compares the URL, because the result of an earlier
 * URL says nothing about the current one.
 */
export async function noteResult(
  sql: Sql,
  workspaceId: number,
  { id, url }: Pick<WebhookRow, 'id' | 'url'>,
  lastError: string | null,
): Promise<void> {
  await sql`
    update chat_webhooks set last_error = ${lastError}
    where workspace_id = ${workspaceId} and id = ${id} and url = ${url}
      and last_error is distinct from ${lastError}`
}
