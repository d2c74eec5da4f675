import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'

export interface SubscriptionRow {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  label: string
  created_at: Date
  last_used_at: Date | null
}

const columns = (sql: Sql) => sql.part`id, endpoint, p256dh, auth, label, created_at, last_used_at`

export function subscriptionsOfPerson(
  sql: Sql,
  workspaceId: number,
  userId: number,
): Promise<SubscriptionRow[]> {
  return sql<SubscriptionRow>`
    select ${columns(sql)} from push_subscriptions
    where workspace_id = ${workspaceId} and user_id = ${userId} order by created_at, id`
}

export async function ownSubscription(
  sql: Sql,
  workspaceId: number,
  userId: number,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const [found] = await sql<SubscriptionRow>`
    select ${columns(sql)} from push_subscriptions
    where workspace_id = ${workspaceId} and user_id = ${userId} and id = ${id}`
  return found
}

export async function subscriptionById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const [found] = await sql<SubscriptionRow>`
    select ${columns(sql)} from push_subscriptions
    where workspace_id = ${workspaceId} and id = ${id}`
  return found
}

/** Serialises a user's requests, so that they cannot exceed the limit concurrently. */
export async function lockPerson(tx: Tx, workspaceId: number, userId: number): Promise<void> {
  await tx`select from memberships
    where workspace_id = ${workspaceId} and user_id = ${userId} for no key update`
}

/** A browser that subscribes again keeps its entry and gets its new keys. */
export async function saveSubscription(
  tx: Tx,
  workspaceId: number,
  userId: number,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  const values = { ...row, workspace_id: workspaceId, user_id: userId }
  const [saved] = await tx<SubscriptionRow>`
    insert into push_subscriptions ${tx.columns(values)}
    on conflict (workspace_id, user_id, md5(endpoint)) do update
    set p256dh = excluded.p256dh, auth = excluded.auth, label = excluded.label
    returning ${columns(tx)}`
  return saved as SubscriptionRow
}

export async function deleteOwnSubscription(
  sql: Sql,
  workspaceId: number,
  userId: number,
  id: string,
): Promise<boolean> {
  const gone = await sql`
    delete from push_subscriptions
    where workspace_id = ${workspaceId} and user_id = ${userId} and id = ${id} returning id`
  return gone.length > 0
}

/** Keeps the entry if the browser has subscribed again since. */
export async function dropSubscription(
  sql: Sql,
  workspaceId: number,
  { id, p256dh, auth }: SubscriptionRow,
): Promise<void> {
  await sql`
    delete from push_subscriptions
    where workspace_id = ${workspaceId} and id = ${id} and p256dh = ${p256dh} and auth = ${auth}`
}

export async function noteUse(sql: Sql, workspaceId: number, id: string, at: Date): Promise<void> {
  await sql`
    update push_subscriptions set last_used_at = ${at}
    where workspace_id = ${workspaceId} and id = ${id}`
}
