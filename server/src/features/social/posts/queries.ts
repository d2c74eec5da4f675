import type { Network, PublishedPart } from '../../../channels/social/network.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import { type SpaceReader, seesSpace } from '../../access/who-sees.ts'
import type { PostStatus } from './schemas.ts'

/** One of `asset_id` and `url` is set. */
export interface StoredMedium {
  asset_id: string | null
  url: string | null
  description: string | null
}

/** The state of one part of a post: when sending first started, and where the part is published. */
export interface SentPart {
  attempted_at: string | null
  sent: PublishedPart | null
  /** A person has checked that it is not published. */
  absent?: boolean
}

export interface PostRow {
  id: number
  workspace_id: number
  space_id: number | null
  account_id: number
  group_id: string
  status: PostStatus
  message: string
  media: StoredMedium[]
  tags: string[]
  comments: string[]
  additional: Record<string, unknown>
  date: Date | null
  timezone: string
  queued: boolean
  created_by: number | null
  created_at: Date
  updated_at: Date
  attempts: number
  lease: string | null
  due_at: Date | null
  sent: SentPart[]
  published_at: Date | null
  url: string | null
  error: string | null
  uncertain: boolean
}

/** Includes the displayed fields of its account. */
export type ShownRow = PostRow & { network: Network; account_name: string }

const columns = (
  sql: Sql,
) => sql.part`p.id, p.workspace_id, p.space_id, p.account_id, p.group_id, p.status,
  p.message, p.media, p.tags, p.comments, p.additional, p.date, p.timezone, p.queued, p.created_by,
  p.created_at, p.updated_at, p.attempts, p.lease, p.due_at, p.sent, p.published_at, p.url,
  p.error, p.uncertain`

const shown = (sql: Sql) => sql.part`select ${columns(sql)}, a.network, a.name as account_name
  from social_posts p
  join social_accounts a on a.workspace_id = p.workspace_id and a.id = p.account_id`

export type NewPost = Omit<
  PostRow,
  | 'id'
  | 'workspace_id'
  | 'attempts'
  | 'lease'
  | 'due_at'
  | 'sent'
  | 'published_at'
  | 'url'
  | 'error'
  | 'uncertain'
>

/** Message and tags in normalized form for search: lower case and Unicode NFC. */
export function searchText(message: string, tags: readonly string[]): string {
  return [message, ...tags].join('\n').toLowerCase().normalize('NFC')
}

export async function insertPosts(
  tx: Tx,
  workspaceId: number,
  posts: NewPost[],
): Promise<PostRow[]> {
  const rows = posts.map((post) => ({
    ...post,
    workspace_id: workspaceId,
    search_text: searchText(post.message, post.tags),
    media: tx.json(post.media),
    comments: tx.json(post.comments),
    additional: tx.json(post.additional),
  }))
  return tx<PostRow>`
    insert into social_posts ${tx.columns(rows)} returning *`
}

/** For workers, which act for the whole workspace. */
export async function postById(
  sql: Sql,
  workspaceId: number,
  id: number,
): Promise<ShownRow | undefined> {
  const [row] = await sql<ShownRow>`
    ${shown(sql)} where p.workspace_id = ${workspaceId} and p.id = ${id}`
  return row
}

/** The posts `p` that the actor can see. */
function seen(sql: Sql, actor: SpaceReader): Part {
  return sql.part`p.workspace_id = ${actor.workspaceId}
    and ${seesSpace(sql, actor, sql.part`p.space_id`)}`
}

export async function seenPost(
  sql: Sql,
  actor: SpaceReader,
  id: number,
): Promise<ShownRow | undefined> {
  const [row] = await sql<ShownRow>`${shown(sql)} where ${seen(sql, actor)} and p.id = ${id}`
  return row
}

/** In the order of the ids. */
export async function postsByIds(
  sql: Sql,
  workspaceId: number,
  ids: number[],
): Promise<ShownRow[]> {
  const rows = await sql<ShownRow>`
    ${shown(sql)} where p.workspace_id = ${workspaceId} and p.id = any(${ids}::bigint[])`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function lockPost(
  tx: Tx,
  actor: SpaceReader,
  id: number,
): Promise<ShownRow | undefined> {
  const [row] = await tx<ShownRow>`
    ${shown(tx)} where ${seen(tx, actor)} and p.id = ${id} for update of p`
  return row
}

/** By id or by group, in id order to avoid deadlocks. */
export function lockPosts(
  tx: Tx,
  actor: SpaceReader,
  { ids = [], groupId = null }: { ids?: number[] | undefined; groupId?: string | null | undefined },
): Promise<ShownRow[]> {
  return tx<ShownRow>`
    ${shown(tx)} where ${seen(tx, actor)}
      and (p.id = any(${ids}::bigint[]) or p.group_id = ${groupId}::uuid)
    order by p.id for update of p`
}

export async function savePost(tx: Tx, row: PostRow): Promise<void> {
  const { id, workspace_id, account_id, group_id, media, tags, message, comments, additional } = row
  const { status, date, timezone, queued, updated_at } = row
  const { attempts, lease, due_at, sent, published_at, url, error, uncertain } = row
  const changed = {
    ...{ account_id, group_id, status, message, tags, date, timezone, queued, updated_at },
    ...{ attempts, lease, due_at, published_at, url, error, uncertain },
    media: tx.json(media),
    comments: tx.json(comments),
    additional: tx.json(additional),
    sent: tx.json(sent),
    search_text: searchText(message, tags),
  }
  await tx`update social_posts set ${tx.columns(changed)}
    where workspace_id = ${workspace_id} and id = ${id}`
}

export async function deletePostRows(tx: Tx, workspaceId: number, ids: number[]): Promise<void> {
  await tx`
    delete from social_posts where workspace_id = ${workspaceId} and id = any(${ids}::bigint[])`
}

/** The dates of an account's upcoming posts. */
export async function takenDates(tx: Tx, workspaceId: number, accountId: number, from: Date) {
  const rows = await tx<{ date: Date }>`
    select date from social_posts
    where workspace_id = ${workspaceId} and account_id = ${accountId}
      and status in ('scheduled', 'publishing') and date >= ${from}`
  return new Set(rows.map(({ date }) => date.getTime()))
}

export async function workspaceZone(sql: Sql, workspaceId: number): Promise<string> {
  const [row] = await sql<{ timezone: string | null }>`
    select settings ->> 'timezone' as timezone from workspaces where id = ${workspaceId}`
  return row?.timezone ?? 'UTC'
}
