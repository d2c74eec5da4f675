import type { PostFigures } from '../../../channels/social/network.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import { type SpaceReader, seesSpace } from '../../access/who-sees.ts'

export interface DueAccount {
  workspace_id: number
  id: number
}

/** The first account whose figures are due after this time. */
export function selectNextFigures(sql: Sql, after: Part): Part {
  return sql.part`select min(figures_due_at) from social_accounts
    where disconnected_at is null and network <> 'webhook' and figures_due_at > ${after}`
}

/** Takes the accounts that are due and sets their next time. */
export function claimDueAccounts(tx: Tx, now: Date, next: Date): Promise<DueAccount[]> {
  return tx<DueAccount>`
    update social_accounts set figures_due_at = ${next}
    where id in (
      select id from social_accounts
      where disconnected_at is null and network <> 'webhook' and figures_due_at <= ${now}
      order by figures_due_at limit 100 for no key update skip locked)
    returning workspace_id, id`
}

export interface SentPost {
  id: number
  network_id: string
}

/** The newest posts that the network knows. Older ones hardly change. */
export function recentPosts(
  sql: Sql,
  workspaceId: number,
  accountId: number,
  { since, limit }: { since: Date; limit: number },
): Promise<SentPost[]> {
  return sql<SentPost>`
    select id, sent->0->'sent'->>'id' as network_id from social_posts
    where workspace_id = ${workspaceId} and account_id = ${accountId} and status = 'published'
      and published_at >= ${since} and sent->0->'sent'->>'id' is not null
    order by published_at desc limit ${limit}`
}

interface FiguresKey {
  workspaceId: number
  accountId: number
  day: string
}

/** Adds a row for the day if something changed since the last one. */
export async function savePostFigures(
  tx: Tx,
  { workspaceId, accountId, day }: FiguresKey,
  postId: number,
  { likes = null, shares = null, replies = null }: Nullable<PostFigures>,
): Promise<void> {
  await tx`
    insert into social_post_figures (workspace_id, account_id, post_id, day, likes, shares, replies)
    select ${workspaceId}::integer, ${accountId}::integer, ${postId}::bigint, ${day}::date,
      ${likes}::bigint, ${shares}::bigint, ${replies}::bigint
    where not exists (
      select from (
        select likes, shares, replies from social_post_figures
        where workspace_id = ${workspaceId} and post_id = ${postId} order by day desc limit 1) f
      where f.likes is not distinct from ${likes}::bigint
        and f.shares is not distinct from ${shares}::bigint
        and f.replies is not distinct from ${replies}::bigint)
    on conflict (post_id, day) do update
      set likes = excluded.likes, shares = excluded.shares, replies = excluded.replies`
}

/** The account's followers, and the totals over the latest figures of its posts. */
export async function saveAccountFigures(
  tx: Tx,
  { workspaceId, accountId, day }: FiguresKey,
  followers: number | null,
  at: Date,
): Promise<void> {
  await tx`
    insert into social_account_figures
      (workspace_id, account_id, day, followers, likes, shares, replies, fetched_at)
    select ${workspaceId}::integer, ${accountId}::integer, ${day}::date, ${followers}::bigint,
      sum(likes), sum(shares), sum(replies), ${at}::timestamptz
    from (
      select distinct on (post_id) likes, shares, replies from social_post_figures
      where workspace_id = ${workspaceId} and account_id = ${accountId}
      order by post_id, day desc) latest
    on conflict (workspace_id, account_id, day) do update
      set followers = excluded.followers, likes = excluded.likes, shares = excluded.shares,
        replies = excluded.replies, fetched_at = excluded.fetched_at`
}

export interface DayFigures {
  day: string
  followers: number | null
  likes: number | null
  shares: number | null
  replies: number | null
}

/** In the order of days, starting with the last one before the range. */
export function accountFigures(
  sql: Sql,
  workspaceId: number,
  accountId: number,
  { from, to }: { from: string; to: string },
): Promise<DayFigures[]> {
  return sql<DayFigures>`
    select day::text as day, followers::float8 as followers, likes::float8 as likes,
      shares::float8 as shares, replies::float8 as replies
    from social_account_figures
    where workspace_id = ${workspaceId} and account_id = ${accountId} and day <= ${to}::date
      and day >= coalesce((
        select max(day) from social_account_figures
        where workspace_id = ${workspaceId} and account_id = ${accountId} and day < ${from}::date),
        ${from}::date)
    order by day`
}

/** How many posts were published on each day, as days are in the zone. */
export function publishedByDay(
  sql: Sql,
  actor: SpaceReader,
  accountId: number,
  { from, to, zone }: { from: Date; to: Date; zone: string },
): Promise<{ day: string; posts: number }[]> {
  return sql<{ day: string; posts: number }>`
    select (published_at at time zone ${zone})::date::text as day, count(*)::integer as posts
    from social_posts
    where workspace_id = ${actor.workspaceId} and account_id = ${accountId}
      and status = 'published' and published_at >= ${from} and published_at < ${to}
      and ${seesSpace(sql, actor, sql.part`space_id`)}
    group by 1`
}

export interface PublishedRow {
  id: number
  message: string
  url: string | null
  published_at: Date
  likes: number | null
  shares: number | null
  replies: number | null
}

interface Slice {
  from: Date
  to: Date
  offset: number
  limit: number
}

/** Newest first, with their latest figures. */
export async function publishedPosts(
  sql: Sql,
  actor: SpaceReader,
  accountId: number,
  { from, to, offset, limit }: Slice,
): Promise<{ count: number; rows: PublishedRow[] }> {
  const those = sql.part`p.workspace_id = ${actor.workspaceId} and p.account_id = ${accountId}
    and p.status = 'published' and p.published_at >= ${from} and p.published_at < ${to}
    and ${seesSpace(sql, actor, sql.part`p.space_id`)}`
  const [counted] = await sql<{ count: number }>`
    select count(*)::integer as count from social_posts p where ${those}`
  const rows = await sql<PublishedRow>`
    select p.id, p.message, p.url, p.published_at, f.likes::float8 as likes,
      f.shares::float8 as shares, f.replies::float8 as replies
    from social_posts p
    left join lateral (
      select likes, shares, replies from social_post_figures
      where workspace_id = p.workspace_id and post_id = p.id order by day desc limit 1) f on true
    where ${those} order by p.published_at desc, p.id desc limit ${limit} offset ${offset}`
  return { count: counted?.count ?? 0, rows }
}

type Nullable<T> = { [field in keyof T]?: T[field] | null }
