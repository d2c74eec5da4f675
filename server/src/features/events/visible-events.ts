import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { isInSpace, seesBoard } from '../access/who-sees.ts'
import { personalTypes } from './known-events.ts'
import { everyMember } from './publish.ts'

/** Who reads events, and which of them the credential is for. */
export interface EventReader {
  /** Null for somebody who has left: only what concerns nobody in particular is there for them. */
  userId: number | null
  /** `events:read` */
  readsShared: boolean
  /** `notifications:read` */
  readsPersonal: boolean
}

/**
 * Events `e` that a reader may see: `from ${visibleEvents(sql, reader)} and e.seq > …`. Lists, streams,
 * sockets, webhooks and replays all read through the rule below, and nothing else decides it. What
 * the person is in the workspace is looked up each time: a stream may stay open for longer.
 */
export function visibleEvents(sql: Sql, { userId, ...reads }: EventReader): Part {
  const reader = sql.part`${userId}::integer`
  return sql.part`events e left join memberships m
      on m.workspace_id = e.workspace_id and m.user_id = ${reader}
    where ${seesEvent(sql, reader, reads)}`
}

/** Whether reader `m`, who may have left, sees event `e`. */
function seesEvent(sql: Sql, userId: Part, reads: Omit<EventReader, 'userId'>): Part {
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

/** The part of an event that says who may read it. */
export interface ScopedEvent {
  seq: number
  workspace_id: number
  user_id: number | null
  user_ids: number[] | null
  board_id: string | null
  space_id: number | null
}

/** Who of some people sees which events; undefined about anyone else. */
export interface Sight {
  sees(event: ScopedEvent, userId: number): boolean | undefined
}

/** The same rule for live readers: one query for many events and people. */
export async function whoSees(
  sql: Sql,
  events: readonly ScopedEvent[],
  userIds: ReadonlySet<number>,
): Promise<Sight> {
  // Events with the same readers are looked at once: a thousand tasks are mostly on one board.
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

/** Whether it takes a look at the tables to say who sees it. */
export function isNarrow({ user_ids, board_id, space_id }: ScopedEvent): boolean {
  return user_ids !== null || board_id !== null || space_id !== null
}

export const scopeColumns = (sql: Sql): Part =>
  sql.part`e.workspace_id, e.user_id, e.user_ids, e.board_id, e.space_id`
