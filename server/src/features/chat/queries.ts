import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { ChatMessage } from './schemas.ts'

const columns = (
  sql: Sql,
) => sql.part`m.id, m.channel, m.notification_id, m.author, m.title, m.text,
  m.link, m.cta_label, m.extra, m.created_at`

interface ChannelRow {
  channel: string
  messages_count: number
  last_message_at: Date
}

export function usedChannels(sql: Sql, workspaceId: number): Promise<ChannelRow[]> {
  return sql<ChannelRow>`
    select channel, count(*) as messages_count, max(created_at) as last_message_at
    from chat_messages where workspace_id = ${workspaceId} group by channel order by channel`
}

export async function isUsedChannel(
  sql: Sql,
  workspaceId: number,
  channel: string,
): Promise<boolean> {
  const [one] = await sql`
    select from chat_messages where workspace_id = ${workspaceId} and channel = ${channel} limit 1`
  return one !== undefined
}

/** The position of a message in the channel. Undefined if the channel does not contain it. */
export async function findPlace(
  sql: Sql,
  workspaceId: number,
  channel: string,
  id: string,
): Promise<{ created_at: Date; id: string } | undefined> {
  const [place] = await sql<{ created_at: Date; id: string }>`
    select created_at, id from chat_messages
    where workspace_id = ${workspaceId} and channel = ${channel} and id = ${id}`
  return place
}

/** Newest first, from a position on. New messages do not shift older ones. */
export function messagesBefore(
  sql: Sql,
  workspaceId: number,
  channel: string,
  place: { created_at: Date; id: string } | undefined,
  limit: number,
): Promise<ChatMessage[]> {
  const older = place
    ? sql.part`and (m.created_at, m.id) < (${place.created_at}, ${place.id}::uuid)`
    : sql.part``
  return sql<ChatMessage>`
    select ${columns(sql)} from chat_messages m
    where m.workspace_id = ${workspaceId} and m.channel = ${channel} ${older}
    order by m.created_at desc, m.id desc limit ${limit}`
}

export async function insertMessage(
  tx: Tx,
  workspaceId: number,
  { author, extra, ...message }: ChatMessage,
): Promise<void> {
  const { id, channel, notification_id, title, text, link, cta_label, created_at } = message
  // As text, because jsonb would lose the key order of `extra`.
  await tx`
    insert into chat_messages (id, workspace_id, channel, notification_id, author, title, text, link,
      cta_label, extra, created_at)
    values (${id}, ${workspaceId}, ${channel}, ${notification_id}, ${tx.json(author)}, ${title},
      ${text}, ${link}, ${cta_label}, ${JSON.stringify(extra)}::text::json, ${created_at})`
}

export type MessageToForward = ChatMessage & { workspace_name: string }

/** A message by its own id or its notification's, with the workspace name. */
export async function messageToForward(
  sql: Sql,
  workspaceId: number,
  wanted: { messageId?: string; notificationId?: string },
): Promise<MessageToForward | undefined> {
  const { messageId = null, notificationId = null } = wanted
  const [message] = await sql<MessageToForward>`
    select ${columns(sql)}, w.name as workspace_name
    from chat_messages m join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId}
      and (m.id = ${messageId}::uuid or m.notification_id = ${notificationId}::uuid)`
  return message
}
