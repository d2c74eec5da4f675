import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { type SpaceReader, seesSpace } from '../access/who-sees.ts'
import type { Narrowing, Order, Slice } from './post-filter.ts'

/**
 * The posts of one account in one status, which the indexes hold in order. A list merges the first
 * few posts of each stream.
 */
export interface Streams {
  accountIds: number[]
  statuses: string[]
  /** The number of posts in all streams that the reader sees. */
  total: number
  /** The condition for posts `p` that the reader sees; undefined if they see all of them. */
  visible: Part | undefined
}

/** Which accounts have posts in which statuses, and how many of them the reader sees. */
export async function streamsOf(
  sql: Sql,
  reader: SpaceReader,
  accountIds: number[],
  statuses: readonly string[],
): Promise<Streams> {
  const seen = seesSpace(sql, reader, sql.part`space_id`)
  const all = await sql<{ account_id: number; status: string; count: number; hidden: number }>`
    select account_id, status, coalesce(sum(count) filter (where ${seen}), 0)::bigint as count,
      coalesce(sum(count) filter (where not ${seen}), 0)::bigint as hidden
    from social_counts
    where workspace_id = ${reader.workspaceId} and account_id = any(${accountIds}::integer[])
      and status = any(${[...statuses]}::text[])
    group by account_id, status`
  const rows = all.filter(({ count }) => count > 0)
  const hasHidden = rows.some(({ hidden }) => hidden > 0)
  return {
    accountIds: rows.map(({ account_id }) => account_id),
    statuses: rows.map(({ status }) => status),
    total: rows.reduce((sum, { count }) => sum + count, 0),
    visible: hasHidden ? seesSpace(sql, reader, sql.part`p.space_id`) : undefined,
  }
}

/** The ids of a slice of the list. */
export async function idsInOrder(
  sql: Sql,
  workspaceId: number,
  streams: Streams,
  order: Order,
  { offset, limit }: Slice,
  narrowing: Narrowing = {},
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from ${firstOfEach(sql, workspaceId, streams, order, offset + limit, narrowing)}
    ${inOrder(sql, order)} limit ${limit} offset ${offset}`
  return rows.map(({ id }) => id)
}

/** The newest id in all streams. */
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

/** Whether these id ranges contain at least `many` matches. */
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

/** The number of matches in each of these id ranges, counted up to `most`. */
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

/** The number of matches, counted up to `most`, and the ids of a slice of them. Uses the index. */
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

/** The same, but checks each of the first `window` posts in each stream. */
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
  narrowing: Narrowing = {},
) {
  const { key, tie } = sortedBy(sql, order)
  const first = (more = sql.part``) => sql.part`
    select p.id, ${key} as key, ${tie} as tie, p.search_text as text from social_posts p
    where p.workspace_id = ${workspaceId} and p.account_id = stream.account_id
      and p.status = stream.status ${holding(sql, narrowing)} ${more}`
  const chosen =
    order.by === 'date' && order.isDescending
      ? datedFirst(sql, first, order, limit)
      : sql.part`${first()} ${inOrder(sql, order)} limit ${limit}`
  return sql.part`(
    select first.* from unnest(${accountIds}::integer[], ${statuses}::text[])
      as stream (account_id, status)
    cross join lateral (${chosen}) first
  ) found`
}

/**
 * Sorts from the last date to the first, followed by posts without a date. A backward index scan
 * starts with posts without a date, so they are read separately: each half is in index order.
 */
function datedFirst(sql: Sql, first: (more: Part) => Part, order: Order, limit: number) {
  const half = (more: Part) => sql.part`(${first(more)} order by key desc, id desc limit ${limit})`
  return sql.part`
    select * from (
      ${half(sql.part`and p.date is not null`)} union all ${half(sql.part`and p.date is null`)}
    ) halves ${inOrder(sql, order)} limit ${limit}`
}

/** The filter conditions for posts `p`, to append to a where clause. */
export function holding(sql: Sql, { pattern, tag, groupId, from, to, visible }: Narrowing): Part {
  const parts = [
    pattern !== undefined && sql.part`and p.search_text like ${pattern}`,
    tag !== undefined && sql.part`and p.tags @> array[${tag}]::text[]`,
    groupId !== undefined && sql.part`and p.group_id = ${groupId}::uuid`,
    from !== undefined && sql.part`and p.date >= ${from}`,
    to !== undefined && sql.part`and p.date < ${to}`,
    visible && sql.part`and ${visible}`,
  ]
  return parts.reduce<Part>((all, part) => (part ? sql.part`${all} ${part}` : all), sql.part``)
}

/** The sort key, as in the indexes, and a tie-breaker where the index entries are truncated. */
export function sortedBy(sql: Sql, { by }: Order) {
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

/** Posts without a date come last in both directions. */
export function inOrder(sql: Sql, { by, isDescending }: Order) {
  if (by === 'date' && isDescending) return sql.part`order by key desc nulls last, id desc`
  const tie = by === 'message' ? sql.part`tie,` : sql.part``
  const tieDown = by === 'message' ? sql.part`tie desc,` : sql.part``
  return isDescending
    ? sql.part`order by key desc, ${tieDown} id desc`
    : sql.part`order by key, ${tie} id`
}

export function unique<T>(values: T[]): T[] {
  return [...new Set(values)]
}
