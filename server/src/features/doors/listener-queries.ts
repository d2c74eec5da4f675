import type { Part, Sql } from '../../platform/postgres/sql.ts'
import type { ConnectionRow } from './queries.ts'

export type ListenerConnection = Omit<ConnectionRow, 'linked_people'>

/** Connections whose answers do not come by webhook. */
const needsListener = (sql: Sql) =>
  sql.part`(kind = 'imap' or settings ->> 'delivery' in ('polling', 'socket'))`

/** Those that nobody listens to. */
export function listenable(system: Sql): Promise<{ id: string }[]> {
  return system`select id from connections where ${needsListener(system)}
      and (listening_until is null or listening_until < now())
    order by created_at limit 1000`
}

/** When the next lease ends. A connection without one is due at once. */
export function selectNextUnheard(sql: Sql, after: Part): Part {
  const until = sql.part`coalesce(listening_until, 'epoch'::timestamptz)`
  return sql.part`select min(${until}) from connections
    where ${needsListener(sql)} and ${until} > ${after}`
}

/** Takes or renews the lease of 30 seconds; undefined while another process has it. */
export async function leaseListener(
  system: Sql,
  id: string,
  processId: string,
): Promise<ListenerConnection | undefined> {
  const [row] = await system<ListenerConnection>`
    update connections set listener = ${processId}, listening_until = now() + interval '30 seconds'
    where id = ${id} and (listener = ${processId} or listening_until is null or listening_until < now())
    returning id, workspace_id, kind, name, settings, secrets, last_error, position, created_by, created_at`
  return row
}

export async function releaseListener(system: Sql, id: string, processId: string): Promise<void> {
  await system`update connections set listener = null, listening_until = null
    where id = ${id} and listener = ${processId}`
}

export async function savePosition(system: Sql, id: string, position: string): Promise<void> {
  await system`update connections set position = ${position} where id = ${id}`
}
