import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { traceparent } from '../../platform/tracing/tracer.ts'
import type { TypesSeenBy, Visibility } from './event-types.ts'
import { knownEvents } from './known-events.ts'

/** The fields that define an event's readers, for each visibility. */
interface ReadersOf {
  workspace: object
  administrators: object
  owner: { people: readonly number[] }
  board: { boardId: string }
  space: { spaceId: number | null }
  person: { userId: number }
  people: { people: readonly number[]; isForMembers?: boolean }
}

interface Told {
  object: { type: string; id: number | string }
  data: object
  at: Date
}

/** A new event of a given visibility; omitting its readers does not compile. */
export type EventFor<V extends Visibility> = Told & { type: TypesSeenBy<V> } & ReadersOf[V]

export type NewEvent = { [V in Visibility]: EventFor<V> }[Visibility]

/** In `user_ids`: every member who is not a guest. */
export const everyMember = 0

export const eventsWritten = 'events-written'

/**
 * Writes an event to the outbox, in the transaction of the change it reports. After the commit, the
 * dispatcher assigns its `seq` and notifies every process.
 */
export async function publish(tx: Tx, actor: Actor, event: NewEvent): Promise<void> {
  const { kind, userId, name, via } = actor
  const readers = readersOf(event)
  await tx`
    insert into events (workspace_id, user_id, user_ids, board_id, space_id, type, actor, object,
      data, request_id, created_at, trace)
    values (${actor.workspaceId}, ${readers.userId}, ${readers.userIds}::integer[],
      ${readers.boardId}, ${readers.spaceId}, ${event.type}, ${tx.json({ id: userId, name, kind, via })},
      ${tx.json(event.object)}, ${tx.json(event.data)}, ${actor.requestId}, ${event.at},
      ${traceparent()})`
  tx.afterCommit(eventsWritten)
}

/**
 * Maps the readers to outbox columns. Administrators see every list, so an empty list means
 * administrators only.
 */
function readersOf(event: NewEvent) {
  const isForAdministrators = knownEvents().get(event.type)?.visibility === 'administrators'
  const people = 'people' in event ? [...event.people] : isForAdministrators ? [] : null
  if ('isForMembers' in event && event.isForMembers) people?.push(everyMember)
  return {
    userId: 'userId' in event ? event.userId : null,
    userIds: people,
    boardId: 'boardId' in event ? event.boardId : null,
    spaceId: 'spaceId' in event ? event.spaceId : null,
  }
}
