import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { isInSpace, seesBoard } from '../access/who-sees.ts'
import { personalTypes } from './known-events.ts'
import { everyMember } from './publish.ts'

/** A reader of events and the permissions of their credential. */
export interface EventReader {
  /** Null for a person who has left: they see only events that are not restricted to anyone. */
  userId: number | null
  /** `events:read` */
  readsShared: boolean
  /** `notifications:read` */
  readsPersonal: boolean
  /** From the `Space` header: leaves out records of other teamspaces. */
  spaceId?: number | null
}

/**
 * The events `e` that a reader may see: `from ${visibleEvents(sql, reader)} and e.seq > …`. Lists,
 * streams, sockets, webhooks and replays all use this rule, and nothing else decides visibility.
 * The reader's role is looked up on every read because it may change while a stream is open.
 */
export function visibleEvents(sql: Sql, { userId, spaceId, ...reads }: EventReader): Part {
  const reader = sql.part`${userId}::integer`
  return sql.part`events e left join memberships m
      on m.workspace_id = e.workspace_id and m.user_id = ${reader}
    where ${seesEvent(sql, reader, reads)} ${underSpace(sql, spaceId ?? null)}`
}

function underSpace(sql: Sql, spaceId: number | null): Part {
  if (spaceId === null) return sql.part``
  return sql.part`and (e.space_id is null or e.space_id = ${spaceId})
    and (e.board_id is null or exists (select from pm_boards b
      where b.id = e.board_id and (b.space_id is null or b.space_id = ${spaceId})))`
}

/** Whether reader `m`, who may have left, sees event `e`. */
function seesEvent(
  sql: Sql,
  userId: Part,
  reads: Pick<EventReader, 'readsShared' | 'readsPersonal'>,
): Part {
  const isAdministrator = sql.part`coalesce(m.role in ('owner', 'admin'), false)`
  return sql.part`
    case when e.type = any(${personalTypes()}::text[])
      then ${reads.readsPersonal}::boolean else ${reads.readsShared}::boolean end
    and (e.user_id is null or e.user_id = ${userId})
    and (e.user_ids is null or ${isAdministrator} or ${userId} = any(e.user_ids)
      or (${everyMember}::integer = any(e.user_ids) and coalesce(m.role <> 'guest', false)))
    and (e.board_id is null or exists (
      select from pm_boards b where b.id = e.board_id and ${seesBoard(sql, { userId, isAdministrator })}))
    and (e.space_id is null or ${isInSpace(sql, sql.part`e.space_id`, userId)})`
}

/** The fields of an event that define its readers. */
export interface ScopedEvent {
  seq: number
  workspace_id: number
  user_id: number | null
  user_ids: number[] | null
  board_id: string | null
  space_id: number | null
}

/** Which of the given people see which events; undefined for anyone else. */
export interface EventAccess {
  sees(event: ScopedEvent, userId: number): boolean | undefined
}

/** Applies the same rule for live readers: one query for many events and people. */
export async function whoSees(
  sql: Sql,
  events: readonly ScopedEvent[],
  userIds: ReadonlySet<number>,
): Promise<EventAccess> {
  // Events with the same readers are checked once: a thousand tasks are mostly on one board.
  const samples = new Map(events.filter(isNarrow).map((event) => [readersKey(event), event.seq]))
  const pairs = new Set<string>()
  if (samples.size > 0 && userIds.size > 0) {
    const rows = await sql<{ seq: number; user_id: number }>`
      select e.seq, r.user_id
      from events e cross join unnest(${[...userIds]}::integer[]) as r (user_id)
        left join memberships m on m.workspace_id = e.workspace_id and m.user_id = r.user_id
      where e.seq = any(${[...samples.values()]}::bigint[])
        and ${seesEvent(sql, sql.part`r.user_id`, { readsShared: true, readsPersonal: true })}`
    for (const { seq, user_id } of rows) pairs.add(`${seq} ${user_id}`)
  }
  return {
    sees: (event, userId) => {
      if (event.user_id !== null) return event.user_id === userId
      if (!isNarrow(event)) return true
      const sample = samples.get(readersKey(event))
      if (sample === undefined || !userIds.has(userId)) return undefined
      return pairs.has(`${sample} ${userId}`)
    },
  }
}

function readersKey({ workspace_id, user_ids, board_id, space_id }: ScopedEvent): string {
  return JSON.stringify([workspace_id, user_ids, board_id, space_id])
}

/** Whether visibility depends on the database tables. */
export function isNarrow({ user_ids, board_id, space_id }: ScopedEvent): boolean {
  return user_ids !== null || board_id !== null || space_id !== null
}

export const scopeColumns = (sql: Sql): Part =>
  sql.part`e.workspace_id, e.user_id, e.user_ids, e.board_id, e.space_id`
