import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { holding, inOrder, type Streams, sortedBy, unique } from './list-queries.ts'
import type { Narrowing, Order, Slice } from './sought.ts'

/** A query for ids that an index finds, among which everything is that is looked for. */
export type Near = Part

export function inGroup(
  sql: Sql,
  workspaceId: number,
  { accountIds, statuses }: Streams,
  groupId: string,
  most: number,
): Near {
  return sql.part`
    select p.id from social_posts p
    where p.workspace_id = ${workspaceId} and p.group_id = ${groupId}::uuid
      and p.account_id = any(${unique(accountIds)}::integer[])
      and p.status = any(${unique(statuses)}::text[]) limit ${most}`
}

export function withinDates(
  sql: Sql,
  workspaceId: number,
  { accountIds, statuses }: Streams,
  dates: Pick<Narrowing, 'from' | 'to'>,
  most: number,
): Near {
  return sql.part`
    select near.id from unnest(${accountIds}::integer[], ${statuses}::text[])
      as stream (account_id, status)
    cross join lateral (
      select p.id from social_posts p
      where p.workspace_id = ${workspaceId} and p.account_id = stream.account_id
        and p.status = stream.status ${holding(sql, dates)} limit ${most}
    ) near limit ${most}`
}

export function tagged(
  sql: Sql,
  { accountIds, statuses }: Streams,
  tag: string,
  most: number,
): Near {
  return sql.part`
    select id from social_tagged(${unique(accountIds)}::integer[], ${unique(statuses)}::text[],
      ${tag}, ${most}) as hit (id)`
}

interface Matches {
  /** How many were near. */
  looked: number
  count: number
  ids: number[]
}

/** How many of those near are meant, and the ids of a slice; neither when `most` or more are near. */
export async function matchesNear(
  sql: Sql,
  workspaceId: number,
  near: Near,
  narrowing: Narrowing,
  order: Order,
  { offset, limit }: Slice,
  most: number,
): Promise<Matches> {
  const { key, tie } = sortedBy(sql, order)
  const rows = await sql<{ looked: number; count: number; id: number | null }>`
    with near as materialized (${near}), hits as materialized (
      select p.id, ${key} as key, ${tie} as tie from near
      join social_posts p on p.id = near.id
      where p.workspace_id = ${workspaceId} and (select count(*) from near) < ${most}
        ${holding(sql, narrowing)}
    )
    select (select count(*) from near) as looked, total.count, page.id
    from (select count(*) from hits) total left join (
      select id from hits ${inOrder(sql, order)} limit ${limit} offset ${offset}
    ) page on true`
  const { looked = 0, count = 0 } = rows[0] ?? {}
  return { looked, count, ids: rows.flatMap(({ id }) => id ?? []) }
}
