import type { Actor } from '../../http/permissions.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { scopeColumns, visibleEvents } from '../events/visible-events.ts'
import type { StoredEvent } from './frames.ts'
import type { Guest } from './streams.ts'

const columns = (sql: Sql) => sql.part`e.seq, e.type, e.actor, e.object, e.data, e.request_id,
  e.created_at, ${scopeColumns(sql)}`

/** Events of all workspaces: the hub reads once for all of them. */
export async function eventsAfter(
  system: Sql,
  position: number,
  limit: number,
): Promise<StoredEvent[]> {
  return system<StoredEvent>`
    select ${columns(system)} from events e where e.seq > ${position} order by e.seq limit ${limit}`
}

/** The events that one socket missed, up to a position that the hub has reached. */
export async function missedEvents(
  sql: Sql,
  { workspaceId, userId, streams, spaceId }: Guest,
  after: number,
  upTo: number,
  limit: number,
): Promise<StoredEvent[]> {
  const reader = {
    userId,
    readsShared: streams.includes('workspace'),
    readsPersonal: streams.includes('user'),
    spaceId,
  }
  return sql<StoredEvent>`
    select ${columns(sql)} from ${visibleEvents(sql, reader)}
      and e.workspace_id = ${workspaceId} and e.seq > ${after} and e.seq <= ${upTo}
    order by e.seq limit ${limit}`
}

/** The oldest and the newest stored event of all workspaces. */
export async function keptRange(system: Sql): Promise<{ first: number; last: number }> {
  const [row] = await system<{ first: number; last: number }>`
    select coalesce(min(seq), 1) as first, coalesce(max(seq), 0) as last from events`
  return row as { first: number; last: number }
}

export async function insertTicket(
  sql: Sql,
  { workspaceId, credentialId, spaceId }: Actor,
  tokenHash: string,
  expiresAt: Date,
): Promise<void> {
  await sql`insert into socket_tickets (token_hash, workspace_id, credential_id, space_id, expires_at)
    values (${tokenHash}, ${workspaceId}, ${credentialId}, ${spaceId}, ${expiresAt})`
}

export interface BoundTicket {
  workspace_id: number
  credential_id: string
  space_id: number | null
  expires_at: Date
}

/** Only one of two concurrent requests gets the ticket. */
export async function takeTicket(system: Sql, tokenHash: string): Promise<BoundTicket | undefined> {
  const [ticket] = await system<BoundTicket>`
    delete from socket_tickets where token_hash = ${tokenHash}
    returning workspace_id, credential_id, space_id, expires_at`
  return ticket
}
