import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import { buildClaim, isHeld, type Leased, requireLease } from '../../../platform/work/lease.ts'
import type { PostRow, SentPart } from '../posts/queries.ts'

/** A job that runs slightly early is still accepted. */
const earlyMs = 1000

/**
 * Claims a post for publishing: one that is due, or one whose lease has expired. False if there is
 * nothing to do because it was moved, cancelled, or claimed by another worker.
 */
export async function claimPost(
  sql: Sql,
  workspaceId: number,
  { id, lease }: { id: number; lease: string },
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const due = new Date(now.getTime() + earlyMs)
  const claimed = await sql`
    update social_posts set status = 'publishing', ${buildClaim(sql, lease, until)},
      updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id}
      and (status = 'scheduled' and date <= ${due} or status = 'publishing' and due_at <= ${due})
    returning id`
  return claimed.length > 0
}

export async function renewLease(
  sql: Sql,
  workspaceId: number,
  post: Leased,
  until: Date,
): Promise<boolean> {
  const kept = await sql`update social_posts set due_at = ${until}
    where workspace_id = ${workspaceId} and ${isHeld(sql, post)} returning id`
  return kept.length > 0
}

/** Records what was sent or is about to be sent; throws if another worker now holds the post. */
export async function saveSent(
  sql: Sql,
  workspaceId: number,
  post: Leased,
  until: Date,
  sent: SentPart[],
): Promise<void> {
  const saved = await sql`update social_posts set sent = ${sql.json(sent)}, due_at = ${until}
    where workspace_id = ${workspaceId} and ${isHeld(sql, post)} returning id`
  requireLease(saved)
}

/** The network's ids of the account's other recently published posts. */
export async function otherSentIds(
  sql: Sql,
  { id, workspace_id, account_id, created_at }: PostRow,
): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select part -> 'sent' ->> 'id' as id
    from social_posts p cross join jsonb_array_elements(p.sent) part
    where p.workspace_id = ${workspace_id} and p.account_id = ${account_id} and p.id <> ${id}
      and p.status in ('publishing', 'published', 'failed') and p.updated_at >= ${created_at}
      and part -> 'sent' ->> 'id' is not null
    order by p.updated_at desc limit 5000`
  return rows.map((row) => row.id)
}

interface DuePost {
  workspace_id: number
  id: number
}

/** The jobs of due posts get this time to start. */
const patienceSeconds = 5

/** Posts of the whole installation that are scheduled or being published. */
export function unfinishedPosts(sql: Sql, now: Part): Part {
  return sql.part`select 'posts' as queue, case when status = 'publishing' then 'running'
      when date <= ${now} then 'due' else 'scheduled' end as state,
    case when status = 'publishing' then updated_at when date <= ${now} then date end as since
    from social_posts where status in ('scheduled', 'publishing')`
}

/** When the next post is due whose job may be missing. */
export function selectNextPost(sql: Sql, after: Part): Part {
  const patience = sql.part`make_interval(secs => ${patienceSeconds})`
  return sql.part`select ${patience} + least(
    (select min(date) from social_posts where status = 'scheduled' and date > ${after} - ${patience}),
    (select min(due_at) from social_posts
      where status = 'publishing' and due_at > ${after} - ${patience}))`
}

/** Due posts that no worker has claimed, a few at a time; each at most once a minute. */
export function nudgeDuePosts(tx: Tx, now: Date): Promise<DuePost[]> {
  const patience = new Date(now.getTime() - patienceSeconds * 1000)
  const nudgedBefore = new Date(now.getTime() - 60_000)
  return tx<DuePost>`
    with due as (
      (select id from social_posts where status = 'scheduled' and date <= ${patience}
        and (nudged_at is null or nudged_at <= ${nudgedBefore}) order by date limit 200)
      union all
      (select id from social_posts where status = 'publishing' and due_at <= ${patience}
        and (nudged_at is null or nudged_at <= ${nudgedBefore}) order by due_at limit 200)
    )
    update social_posts p set nudged_at = ${now} from due where p.id = due.id
    returning p.workspace_id, p.id`
}
