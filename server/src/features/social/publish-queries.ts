import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { PostRow, SentPart } from './queries.ts'

interface Claim {
  lease: string
  until: Date
  now: Date
}

/** A job that runs slightly early is still accepted. */
const earlyMs = 1000

/**
 * Claims a post for publishing: one that is due, or one whose lease has expired. False if there is
 * nothing to do because it was moved, cancelled, or claimed by another worker.
 */
export async function claimPost(
  sql: Sql,
  workspaceId: number,
  id: number,
  { lease, until, now }: Claim,
): Promise<boolean> {
  const due = new Date(now.getTime() + earlyMs)
  const claimed = await sql`
    update social_posts set status = 'publishing', lease = ${lease}, lease_until = ${until},
      attempts = attempts + 1, updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id}
      and (status = 'scheduled' and date <= ${due}
        or status = 'publishing' and lease_until <= ${due})
    returning id`
  return claimed.length > 0
}

export async function renewLease(
  sql: Sql,
  workspaceId: number,
  id: number,
  { lease, until }: Pick<Claim, 'lease' | 'until'>,
): Promise<void> {
  await sql`
    update social_posts set lease_until = ${until}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'publishing' and lease = ${lease}`
}

/** Records what was sent or is about to be sent; false if another worker now holds the post. */
export async function saveSent(
  sql: Sql,
  workspaceId: number,
  id: number,
  { lease, until }: Pick<Claim, 'lease' | 'until'>,
  sent: SentPart[],
): Promise<boolean> {
  const saved = await sql`
    update social_posts set sent = ${sql.json(sent)}, lease_until = ${until}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'publishing' and lease = ${lease}
    returning id`
  return saved.length > 0
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

interface Due {
  workspace_id: number
  id: number
}

/** Due posts that no worker has claimed, a few at a time; each at most once a minute. */
export function nudgeDuePosts(tx: Tx, now: Date): Promise<Due[]> {
  const patience = new Date(now.getTime() - 5000)
  const nudgedBefore = new Date(now.getTime() - 60_000)
  return tx<Due>`
    with due as (
      (select id from social_posts where status = 'scheduled' and date <= ${patience}
        and (nudged_at is null or nudged_at <= ${nudgedBefore}) order by date limit 200)
      union all
      (select id from social_posts where status = 'publishing' and lease_until <= ${patience}
        and (nudged_at is null or nudged_at <= ${nudgedBefore}) order by lease_until limit 200)
    )
    update social_posts p set nudged_at = ${now} from due where p.id = due.id
    returning p.workspace_id, p.id`
}

/** Merges the count rows of changed accounts into one row each, a few accounts at a time. */
export async function foldCounts(system: Sql): Promise<void> {
  await system`
    with loose as (
      select distinct workspace_id, account_id, status from (
        select workspace_id, account_id, status from social_counts where not is_sum limit 10000
      ) changed
    ), gone as (
      delete from social_counts c using loose l
      where c.workspace_id = l.workspace_id and c.account_id = l.account_id and c.status = l.status
      returning c.workspace_id, c.account_id, c.status, c.count
    )
    insert into social_counts (workspace_id, account_id, status, count, is_sum)
    select workspace_id, account_id, status, sum(count), true from gone
    group by workspace_id, account_id, status having sum(count) <> 0`
}
