import type { Part, Sql } from '../postgres/sql.ts'

/**
 * A `select` of `queue`, `state` and `since` for each unfinished item in a table. An index must
 * answer it. `now` is the service's time.
 */
export type Backlog = (sql: Sql, now: Part) => Part

/** The number of items in one state, and the age of the oldest. */
export interface BacklogState {
  queue: string
  state: string
  items: number
  oldest_seconds: number
}

/** Counting more would take longer than it is worth. */
const maxCounted = 100_000

/** For `select`: the state of a row with a lease, and since when it has been in it. */
export function leaseState(sql: Sql, now: Part, startedAt: Part = sql.part`created_at`): Part {
  return sql.part`case when due_at <= ${now} then 'due' when lease is null then 'scheduled'
      else 'running' end as state,
    case when due_at <= ${now} then due_at when lease is not null then ${startedAt} end as since`
}

/** One statement for all tables. */
export function readBacklogs(
  sql: Sql,
  all: readonly Backlog[],
  serviceNow: Date,
): Promise<BacklogState[]> {
  const now = sql.part`${serviceNow}::timestamptz`
  const [first, ...rest] = all.map(
    (backlog) => sql.part`(select * from (${backlog(sql, now)}) as items limit ${maxCounted})`,
  )
  const items = rest.reduce((list, one) => sql.part`${list} union all ${one}`, first as Part)
  return sql<BacklogState>`
    select queue, state, count(*)::integer as items,
      greatest(0, coalesce(extract(epoch from ${now} - min(since)), 0))::float8 as oldest_seconds
    from (${items}) as items group by queue, state`
}
