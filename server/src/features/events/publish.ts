import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { traceparent } from '../../platform/tracing/tracer.ts'
import type { TypesWithVisibility, Visibility } from './event-types.ts'
import { knownEvents } from './known-events.ts'

/** The fields that define an event's readers, for each visibility. */
interface EventReaders {
  workspace: object
  administrators: object
  owner: { people: readonly number[] }
  board: { boardId: string }
  space: { spaceId: number | null }
  person: { userId: number }
  people: { people: readonly number[]; isForMembers?: boolean }
}

interface EventBase {
  object: { type: string; id: number | string }
  data: object
  at: Date
}

/** A new event of a given visibility; omitting its readers does not compile. */
export type EventFor<V extends Visibility> = EventBase & {
  type: TypesWithVisibility<V>
} & EventReaders[V]

export type NewEvent = { [V in Visibility]: EventFor<V> }[Visibility]

/** In `user_ids`: every member who is not a guest. */
export const everyMember = 0

export const eventsWritten = 'events-written'

/**
 * Writes an event to the outbox, in the transaction of the change it reports. After the commit, the
 * dispatcher assigns its `seq` and notifies every process.
 */
export async function publish(tx: Tx, actor: Actor, event: NewEvent): Promise<void> {
  await publishAll(tx, [{ actor, event }])
}

/** Writes several events in one statement; their order is kept. */
export async function publishAll(
  tx: Tx,
  events: readonly { actor: Actor; event: NewEvent }[],
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ actor, event }) => buildRow(actor, event))
  await tx`
    insert into events (workspace_id, user_id, user_ids, board_id, space_id, type, actor, object,
      data, request_id, created_at, trace)
    select * from jsonb_to_recordset(${tx.json(rows)}) as e (workspace_id integer, user_id integer,
      user_ids integer[], board_id uuid, space_id integer, type text, actor jsonb, object jsonb,
      data jsonb, request_id text, created_at timestamptz, trace text)`
  tx.afterCommit(eventsWritten)
}

function buildRow(actor: Actor, event: NewEvent) {
  const { kind, userId, name, via, workspaceId: workspace_id, requestId: request_id } = actor
  const { type, object, data, at: created_at } = event
  const told = { id: userId, name, kind, via }
  return {
    workspace_id,
    ...listReaders(event),
    type,
    actor: told,
    object,
    data,
    request_id,
    created_at,
    trace: traceparent(),
  }
}

/**
 * Maps the readers to outbox columns. Administrators see every list, so an empty list means
 * administrators only.
 */
function listReaders(event: NewEvent) {
  const isForAdministrators = knownEvents().get(event.type)?.visibility === 'administrators'
  const people = 'people' in event ? [...event.people] : isForAdministrators ? [] : null
  if ('isForMembers' in event && event.isForMembers) people?.push(everyMember)
  return {
    user_id: 'userId' in event ? event.userId : null,
    user_ids: people,
    board_id: 'boardId' in event ? event.boardId : null,
    space_id: 'spaceId' in event ? event.spaceId : null,
  }
}
