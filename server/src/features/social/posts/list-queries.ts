import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import { seesSpace } from '../../access/who-sees.ts'
import type { Order, PostFilter, Slice } from './post-filter.ts'

/** Posts of these accounts and statuses, counted up to `max`; ignores the other conditions. */
export async function countPosts(sql: Sql, filter: PostFilter, max: number): Promise<number> {
  const { workspaceId, accountIds, statuses } = filter
  const [row] = await sql<{ count: number }>`
    select count(*) from (
      select from social_posts p where p.workspace_id = ${workspaceId}
        and p.account_id = any(${accountIds}::integer[])
        and p.status = any(${[...statuses]}::text[]) and ${seen(sql, filter)} limit ${max}
    ) counted`
  return row?.count ?? 0
}

/** A slice of the list, from a scan in its order: fast if matches come up soon. */
export async function firstMatches(
  sql: Sql,
  filter: PostFilter,
  order: Order,
  { offset, limit }: Slice,
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select p.id from ${firstOfEach(sql, filter, order, offset + limit, conditions(sql, filter))} p
    ${inOrder(sql, order)} limit ${limit} offset ${offset}`
  return rows.map(({ id }) => id)
}

/** The number of matches among about the first `window` posts of a list, and a slice of them. */
export function matchesInWindow(
  sql: Sql,
  filter: PostFilter,
  order: Order,
  slice: Slice,
  window: number,
): Promise<Matches> {
  const posts = firstOfEach(sql, filter, order, estimateShare(window, filter), sql.part``)
  const ids = sql.part`select p.id from ${posts} p where true ${conditions(sql, filter)}`
  return countAndSlice(sql, filter, ids, order, slice)
}

/**
 * The number of matches among about the newest `size` posts. `isEverywhere` if each account and
 * status has some: a scan in order that looks for one reads all posts where there are none.
 */
export async function sampleMatches(
  sql: Sql,
  filter: PostFilter,
  size: number,
): Promise<{ count: number; isEverywhere: boolean }> {
  const limit = estimateShare(size, filter)
  const newest = firstOfEach(sql, filter, { by: 'id', isDescending: true }, limit, sql.part``)
  const [row] = await sql<{ count: number; everywhere: boolean }>`
    select coalesce(sum(matches), 0)::bigint as count,
      coalesce(bool_and(matches > 0 or posts < ${limit}), true) as everywhere
    from (
      select count(*) as posts, count(*) filter (where true ${conditions(sql, filter)}) as matches
      from ${newest} p group by p.account_id, p.status
    ) streams`
  return { count: row?.count ?? 0, isEverywhere: row?.everywhere ?? true }
}

/** The part of `size` for each account and status. */
function estimateShare(size: number, { accountIds, statuses }: PostFilter): number {
  return Math.ceil(size / (accountIds.length * statuses.length))
}

/**
 * The number of matches, counted up to `max`, and a slice of them if there are fewer. Collects them
 * by an index.
 */
export function allMatches(
  sql: Sql,
  filter: PostFilter,
  order: Order,
  slice: Slice,
  max: number,
): Promise<Matches> {
  const {
    workspaceId,
    accountIds,
    statuses,
    pattern = null,
    tag = null,
    groupId,
    from,
    to,
  } = filter
  const ids = groupId
    ? sql.part`select p.id from social_posts p where p.workspace_id = ${workspaceId}
        and p.account_id = any(${accountIds}::integer[])
        and p.status = any(${[...statuses]}::text[]) and ${seen(sql, filter)}
        ${conditions(sql, filter)} limit ${max}`
    : sql.part`select social_posts_matching(${accountIds}, ${[...statuses]}, ${pattern}, ${tag},
        ${from ?? null}, ${to ?? null}, ${max})`
  return countAndSlice(sql, filter, ids, order, slice, max)
}

interface Matches {
  count: number
  ids: number[]
}

/** The slice is empty if there are `max` ids or more: it might not be the right one. */
async function countAndSlice(
  sql: Sql,
  filter: PostFilter,
  ids: Part,
  order: Order,
  { offset, limit }: Slice,
  max = 2 ** 31 - 1,
): Promise<Matches> {
  const rows = await sql<{ count: number; id: number | null }>`
    with matches (id) as materialized (${ids}), total as (
      select case when count(*) >= ${max} then count(*)
        else count(*) filter (where ${seen(sql, filter)}) end as count
      from matches join social_posts p on p.id = matches.id
      where p.workspace_id = ${filter.workspaceId}
    )
    select total.count, page.id from total left join (
      select p.id from matches join social_posts p on p.id = matches.id
      where p.workspace_id = ${filter.workspaceId} and (select count from total) < ${max}
        and ${seen(sql, filter)}
      ${inOrder(sql, order)} limit ${limit} offset ${offset}
    ) page on true`
  return { count: rows[0]?.count ?? 0, ids: rows.flatMap(({ id }) => id ?? []) }
}

/** The posts `p` that the reader sees: of no teamspace, or of their own. */
function seen(sql: Sql, { reader }: PostFilter): Part {
  return seesSpace(sql, reader, sql.part`p.space_id`)
}

/**
 * The first posts of each account and status. Each order has an index by account and status, so
 * this reads no more than it returns.
 */
function firstOfEach(sql: Sql, filter: PostFilter, order: Order, limit: number, where: Part): Part {
  const { workspaceId, accountIds, statuses } = filter
  const first = (more: Part) => sql.part`
    select p.* from social_posts p where p.workspace_id = ${workspaceId}
      and p.account_id = a.account_id and p.status = s.status and ${seen(sql, filter)} ${where} ${more} limit ${limit}`
  // A backward scan of the index starts with posts without a date, but the list ends with them.
  const isSplit = order.by === 'date' && order.isDescending
  const chosen = isSplit
    ? sql.part`(${first(sql.part`and p.date is not null order by p.date desc, p.id desc`)})
        union all (${first(sql.part`and p.date is null order by p.date desc, p.id desc`)})`
    : first(inOrder(sql, order))
  return sql.part`(
    select p.* from unnest(${accountIds}::integer[]) as a (account_id)
    cross join unnest(${[...statuses]}::text[]) as s (status) cross join lateral (${chosen}) p
  )`
}

/** To append to a where clause about posts `p` of the right accounts and statuses. */
function conditions(sql: Sql, { pattern, tag, groupId, from, to }: PostFilter): Part {
  const none = sql.part``
  return sql.part`
    ${pattern ? sql.part`and p.search_text like ${pattern}` : none}
    ${tag ? sql.part`and p.tags @> array[${tag}]::text[]` : none}
    ${groupId ? sql.part`and p.group_id = ${groupId}::uuid` : none}
    ${from ? sql.part`and p.date >= ${from}` : none} ${to ? sql.part`and p.date < ${to}` : none}`
}

/** As in the indexes, whose entries cannot hold a whole message. Posts without a date come last. */
function inOrder(sql: Sql, { by, isDescending }: Order): Part {
  const way = isDescending ? sql.part`desc` : sql.part`asc`
  const keys = {
    id: sql.part``,
    created_at: sql.part`p.created_at ${way},`,
    updated_at: sql.part`p.updated_at ${way},`,
    date: sql.part`p.date ${way} nulls last,`,
    message: sql.part`left(p.search_text, 60) ${way}, p.search_text ${way},`,
  }
  return sql.part`order by ${keys[by]} p.id ${way}`
}
