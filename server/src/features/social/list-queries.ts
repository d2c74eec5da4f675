import type { Sql } from '../../platform/postgres/sql.ts'
import type { OrderBy } from './schemas.ts'

/**
 * Posts of one account in one status: what the indexes hold in order. A list is put together from
 * the first few of each.
 */
export interface Streams {
  accountIds: number[]
  statuses: string[]
  /** Posts in all of them together. */
  total: number
}

export interface Order {
  by: OrderBy
  isDescending: boolean
}

export interface Slice {
  offset: number
  limit: number
}

/** Which of the accounts have posts in which of the states, and how many. */
export async function streamsOf(
  sql: Sql,
  workspaceId: number,
  accountIds: number[],
  statuses: readonly string[],
): Promise<Streams> {
  const rows = await sql<{ account_id: number; status: string; count: number }>`
    select account_id, status, sum(count)::bigint as count from social_counts
    where workspace_id = ${workspaceId} and account_id = any(${accountIds}::integer[])
      and status = any(${[...statuses]}::text[])
    group by account_id, status having sum(count) > 0`
  return {
    accountIds: rows.map(({ account_id }) => account_id),
    statuses: rows.map(({ status }) => status),
    total: rows.reduce((sum, { count }) => sum + count, 0),
  }
}

/** The ids of a slice of the list, with a pattern only of those that match it. */
export async function idsInOrder(
  sql: Sql,
  workspaceId: number,
  streams: Streams,
  order: Order,
  { offset, limit }: Slice,
  pattern?: string,
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from ${firstOfEach(sql, workspaceId, streams, order, offset + limit, pattern)}
    ${inOrder(sql, order)} limit ${limit} offset ${offset}`
  return rows.map(({ id }) => id)
}

/** The newest id in any of the streams. */
export async function newestId(sql: Sql, workspaceId: number, streams: Streams): Promise<number> {
  const [id = 0] = await idsInOrder(
    sql,
    workspaceId,
    streams,
    { by: 'id', isDescending: true },
    {
      offset: 0,
      limit: 1,
    },
  )
  return id
}

/** Whether there are so many matches among these stretches of ids. */
export async function hasMatches(
  sql: Sql,
  { accountIds, statuses }: Streams,
  pattern: string,
  stretches: number[],
  many: number,
): Promise<boolean> {
  const [row] = await sql<{ count: number }>`
    select count(*) from social_matches(${unique(accountIds)}::integer[],
      ${unique(statuses)}::text[], ${pattern}, ${stretches}::integer[], ${many})`
  return (row?.count ?? 0) >= many
}

/** How many match in each of these stretches of ids, counted up to `most`. */
export async function matchesInEach(
  sql: Sql,
  { accountIds, statuses }: Streams,
  pattern: string,
  stretches: number[],
  most: number,
): Promise<number[]> {
  const rows = await sql<{ count: number }>`
    select (select count(*) from social_matches(${unique(accountIds)}::integer[],
      ${unique(statuses)}::text[], ${pattern}, array[stretch], ${most})) as count
    from unnest(${stretches}::integer[]) as stretch`
  return rows.map(({ count }) => count)
}

interface Matches {
  count: number
  ids: number[]
}

/** How many match, counted up to `most`, and the ids of a slice of them. Found by the index. */
export async function matches(
  sql: Sql,
  workspaceId: number,
  { accountIds, statuses }: Streams,
  order: Order,
  { offset, limit }: Slice,
  pattern: string,
  most: number,
): Promise<Matches> {
  const { key, tie } = sortedBy(sql, order)
  return slice(
    await sql<Counted>`
    with hits as materialized (
      select id from social_matches(${unique(accountIds)}::integer[], ${unique(statuses)}::text[],
        ${pattern}, null, ${most}) as hit (id)
    )
    select total.count, page.id from (select count(*) from hits) total left join (
      select id from (
        select p.id, ${key} as key, ${tie} as tie from hits
        join social_posts p on p.id = hits.id where p.workspace_id = ${workspaceId}
      ) found ${inOrder(sql, order)} limit ${limit} offset ${offset}
    ) page on true`,
  )
}

/** The same by looking at every one of the first `window` in each stream. */
export async function matchesAmong(
  sql: Sql,
  workspaceId: number,
  streams: Streams,
  order: Order,
  { offset, limit }: Slice,
  pattern: string,
  window: number,
): Promise<Matches> {
  return slice(
    await sql<Counted>`
    with hits as materialized (
      select id, key, tie
      from ${firstOfEach(sql, workspaceId, streams, order, window)} where text like ${pattern}
    )
    select total.count, page.id from (select count(*) from hits) total left join (
      select id from hits ${inOrder(sql, order)} limit ${limit} offset ${offset}
    ) page on true`,
  )
}

interface Counted {
  count: number
  id: number | null
}

function slice(rows: Counted[]): Matches {
  return { count: rows[0]?.count ?? 0, ids: rows.flatMap(({ id }) => id ?? []) }
}

function firstOfEach(
  sql: Sql,
  workspaceId: number,
  { accountIds, statuses }: Streams,
  order: Order,
  limit: number,
  pattern?: string,
) {
  const { key, tie } = sortedBy(sql, order)
  const matching = pattern === undefined ? sql.part`` : sql.part`and p.search_text like ${pattern}`
  return sql.part`(
    select first.* from unnest(${accountIds}::integer[], ${statuses}::text[])
      as stream (account_id, status)
    cross join lateral (
      select p.id, ${key} as key, ${tie} as tie, p.search_text as text from social_posts p
      where p.workspace_id = ${workspaceId} and p.account_id = stream.account_id
        and p.status = stream.status ${matching}
      ${inOrder(sql, order)} limit ${limit}
    ) first
  ) found`
}

/** What a list is sorted by: as the indexes are, and where their entries are cut off, by the rest. */
function sortedBy(sql: Sql, { by }: Order) {
  const tie = sql.part`null::text`
  switch (by) {
    case 'created_at':
      return { key: sql.part`p.created_at`, tie }
    case 'updated_at':
      return { key: sql.part`p.updated_at`, tie }
    case 'date':
      return { key: sql.part`p.date`, tie }
    case 'message':
      return { key: sql.part`left(p.search_text, 60)`, tie: sql.part`p.search_text` }
    case 'id':
      return { key: sql.part`p.id`, tie }
  }
}

function inOrder(sql: Sql, { by, isDescending }: Order) {
  const tie = by === 'message' ? sql.part`tie,` : sql.part``
  const tieDown = by === 'message' ? sql.part`tie desc,` : sql.part``
  return isDescending
    ? sql.part`order by key desc, ${tieDown} id desc`
    : sql.part`order by key, ${tie} id`
}

function unique<T>(values: T[]): T[] {
  return [...new Set(values)]
}
