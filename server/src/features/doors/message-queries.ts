import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'

export interface DoorMessageRow {
  id: string
  workspace_id: number
  question_id: string
  connection_id: string
  user_id: number
  channel_id: string
  message_id: string | null
  shown: string | null
  /** How many of the question's reminders the person got here. */
  reminders_sent: number
  attempts: number
}

const columns = (sql: Sql) => sql.part`id, workspace_id, question_id, connection_id, user_id,
  channel_id, message_id, shown, reminders_sent, attempts`

export function listMessages(
  sql: Sql,
  workspaceId: number,
  questionId: string,
): Promise<DoorMessageRow[]> {
  return sql`select ${columns(sql)} from door_messages
    where workspace_id = ${workspaceId} and question_id = ${questionId}`
}

/** Returns the id if there was none for this person and connection. */
export async function insertMessage(
  tx: Tx,
  row: Omit<DoorMessageRow, 'message_id' | 'shown' | 'attempts'> & { created_at: Date },
): Promise<string | undefined> {
  const [added] = await tx<{ id: string }>`insert into door_messages ${tx.columns(row)}
    on conflict (question_id, connection_id, user_id) do nothing returning id`
  return added?.id
}

/** Only one process at a time sends or updates a message. */
export async function claimMessage(
  sql: Sql,
  workspaceId: number,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<DoorMessageRow | undefined> {
  const [row] = await sql<DoorMessageRow>`
    update door_messages set busy_until = ${until}, attempts = attempts + 1
    where workspace_id = ${workspaceId} and id = ${id}
      and (busy_until is null or busy_until <= ${now}) returning ${columns(sql)}`
  return row
}

export async function isThere(sql: Sql, workspaceId: number, id: string): Promise<boolean> {
  const rows =
    await sql`select from door_messages where workspace_id = ${workspaceId} and id = ${id}`
  return rows.length > 0
}

/** Keeps the outcome of an attempt, and lets others continue. */
export async function releaseMessage(
  sql: Sql,
  workspaceId: number,
  id: string,
  outcome: {
    channelId?: string
    messageId?: string
    shown?: string
    remindersSent?: number
    lastError: string | null
    attempts?: number
  },
): Promise<void> {
  const { channelId = null, messageId = null, shown = null, lastError, attempts = null } = outcome
  const { remindersSent = null } = outcome
  await sql`update door_messages set busy_until = null, last_error = ${lastError},
      channel_id = coalesce(${channelId}, channel_id), message_id = coalesce(${messageId}, message_id),
      shown = coalesce(${shown}, shown),
      reminders_sent = coalesce(${remindersSent}, reminders_sent), attempts = coalesce(${attempts}, attempts)
    where workspace_id = ${workspaceId} and id = ${id}`
}

/** The message that a reply refers to. */
export async function findMessageAtPlace(
  sql: Sql,
  connectionId: string,
  channelId: string,
  messageId: string,
): Promise<DoorMessageRow | undefined> {
  const [row] = await sql<DoorMessageRow>`select ${columns(sql)} from door_messages
    where connection_id = ${connectionId} and channel_id = ${channelId} and message_id = ${messageId}`
  return row
}
