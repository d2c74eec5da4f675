import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { holding, inOrder, type Streams, sortedBy, unique } from './list-queries.ts'
import type { Narrowing, Order, Slice } from './post-filter.ts'

/** A query for ids from an index that includes all matches. */
export type Candidates = Part

export function inGroup(
  sql: Sql,
  workspaceId: number,
  { accountIds, statuses }: Streams,
  groupId: string,
  most: number,
): Candidates {
  return sql.part`
    select p.id from social_posts p
    where p.workspace_id = ${workspaceId} and p.group_id = ${groupId}::uuid
      and p.account_id = any(${unique(accountIds)}::integer[])
      and p.status = any(${unique(statuses)}::text[]) limit ${most}`
}

/** Every post in the streams that meets these conditions, such as a range of dates. */
export function withinStreams(
  sql: Sql,
  workspaceId: number,
  { accountIds, statuses }: Streams,
  narrowing: Narrowing,
  most: number,
): Candidates {
  return sql.part`
    select candidates.id from unnest(${accountIds}::integer[], ${statuses}::text[])
      as stream (account_id, status)
    cross join lateral (
      select p.id from social_posts p
      where p.workspace_id = ${workspaceId} and p.account_id = stream.account_id
        and p.status = stream.status ${holding(sql, narrowing)} limit ${most}
    ) candidates limit ${most}`
}

export function tagged(
  sql: Sql,
  { accountIds, statuses }: Streams,
  tag: string,
  most: number,
): Candidates {
  return sql.part`
    select id from social_tagged(${unique(accountIds)}::integer[], ${unique(statuses)}::text[],
      ${tag}, ${most}) as hit (id)`
}

interface Matches {
  /** The number of candidates. */
  looked: number
  count: number
  ids: number[]
}

/**
 * The number of matching candidates and the ids of a slice; neither if there are `most` or more
 * candidates.
 */
export async function matchesAmong(
  sql: Sql,
  workspaceId: number,
  candidates: Candidates,
  narrowing: Narrowing,
  order: Order,
  { offset, limit }: Slice,
  most: number,
): Promise<Matches> {
  const { key, tie } = sortedBy(sql, order)
  const rows = await sql<{ looked: number; count: number; id: number | null }>`
    with candidates as materialized (${candidates}), hits as materialized (
      select p.id, ${key} as key, ${tie} as tie from candidates
      join social_posts p on p.id = candidates.id
      where p.workspace_id = ${workspaceId} and (select count(*) from candidates) < ${most}
        ${holding(sql, narrowing)}
    )
    select (select count(*) from candidates) as looked, total.count, page.id
    from (select count(*) from hits) total left join (
      select id from hits ${inOrder(sql, order)} limit ${limit} offset ${offset}
    ) page on true`
  const { looked = 0, count = 0 } = rows[0] ?? {}
  return { looked, count, ids: rows.flatMap(({ id }) => id ?? []) }
}
