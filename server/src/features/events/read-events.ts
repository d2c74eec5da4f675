import type { Sql } from '../../platform/postgres/sql.ts'
import type { EventType } from './event-types.ts'
import type { Event } from './schemas.ts'
import { type EventReader, visibleEvents } from './visible-events.ts'

/** For other features: an event as the list shows it. Undefined after its retention period. */
export async function findEvent(
  sql: Sql,
  workspaceId: number,
  seq: number,
): Promise<Event | undefined> {
  const [event] = await sql<Event>`
    select seq, type, actor, object, data, request_id, created_at from events
    where workspace_id = ${workspaceId} and seq = ${seq}`
  return event
}

/** The data of events by `seq`, for followers that need the details. */
export async function dataOfEvents(sql: Sql, seqs: number[]): Promise<Map<number, object>> {
  const rows = await sql<{ seq: number; data: object }>`
    select seq, data from events where seq = any(${seqs}::bigint[])`
  return new Map(rows.map(({ seq, data }) => [seq, data]))
}

export interface PastEvents {
  after: number
  since: Date | null
  types: readonly EventType[]
  reader: EventReader
  limit: number
}

export type PastEvent = Pick<Event, 'seq' | 'object' | 'data'> & { type: EventType }

/** For other features: past events of the given types, oldest first. */
export function pastEvents(
  sql: Sql,
  workspaceId: number,
  { after, since, types, reader, limit }: PastEvents,
): Promise<PastEvent[]> {
  return sql<PastEvent>`
    select e.seq, e.type, e.object, e.data from ${visibleEvents(sql, reader)}
      and e.workspace_id = ${workspaceId} and e.seq > ${after} and e.type = any(${types}::text[])
      and (${since}::timestamptz is null or e.created_at >= ${since}::timestamptz)
    order by e.seq limit ${limit}`
}
