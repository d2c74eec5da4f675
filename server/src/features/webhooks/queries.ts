import { type PageRequest, readPage } from '../../http/pagination.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { Filter } from './schemas.ts'

export interface SubscriptionRow {
  id: string
  url: string
  description: string
  event_types: string[]
  filter: Filter | null
  is_active: boolean
  disabled_reason: string | null
  /** Sealed. */
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
  failing_since: Date | null
  created_by: number | null
  /** Whether the creator's credential could read the user's notifications. */
  sees_personal: boolean
  created_at: Date
  updated_at: Date
}

const columns = (sql: Sql) => sql.part`id, url, description, event_types, filter, is_active,
  disabled_reason, secret, previous_secret, previous_secret_until, failing_since, created_by,
  sees_personal, created_at, updated_at`

export async function selectSubscriptions(sql: Sql, workspaceId: number, page: PageRequest) {
  return readPage<SubscriptionRow>(sql, page, {
    columns: columns(sql),
    from: sql.part`from webhook_subscriptions where workspace_id = ${workspaceId}`,
    order: sql.part`created_at, id`,
  })
}

export async function subscriptionById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const [found] = await sql<SubscriptionRow>`
    select ${columns(sql)} from webhook_subscriptions
    where workspace_id = ${workspaceId} and id = ${id}`
  return found
}

/** Does not block new deliveries, which only need the row to exist. */
export async function lockSubscription(
  tx: Tx,
  workspaceId: number,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const [found] = await tx<SubscriptionRow>`
    select ${columns(tx)} from webhook_subscriptions
    where workspace_id = ${workspaceId} and id = ${id} for no key update`
  return found
}

export async function insertSubscription(
  tx: Tx,
  workspaceId: number,
  { filter, ...row }: SubscriptionRow,
): Promise<void> {
  const written = { ...row, filter: filter && tx.json(filter), workspace_id: workspaceId }
  await tx`insert into webhook_subscriptions ${tx.columns(written)}`
}

export async function saveSubscription(
  tx: Tx,
  workspaceId: number,
  { id, filter, ...row }: SubscriptionRow,
): Promise<void> {
  const changed = { ...row, filter: filter && tx.json(filter) }
  await tx`update webhook_subscriptions set ${tx.columns(changed)}
    where workspace_id = ${workspaceId} and id = ${id}`
}

export async function deleteSubscriptionRow(tx: Tx, workspaceId: number, id: string) {
  await tx`delete from webhook_subscriptions where workspace_id = ${workspaceId} and id = ${id}`
}

export type ActiveSubscription = Pick<
  SubscriptionRow,
  'id' | 'event_types' | 'filter' | 'created_by' | 'sees_personal'
> & { workspace_id: number }

/** For events of several workspaces at once; one lookup in a small index if there are none. */
export function activeSubscriptions(tx: Tx, workspaceIds: number[]): Promise<ActiveSubscription[]> {
  return tx<ActiveSubscription>`
    select workspace_id, id, event_types, filter, created_by, sees_personal from webhook_subscriptions
    where is_active and workspace_id = any(${workspaceIds}::integer[])
    order by created_at, id`
}

/** Writes only on a change: otherwise every delivery would touch the row. */
export async function noteSuccess(tx: Tx, workspaceId: number, id: string): Promise<void> {
  await tx`update webhook_subscriptions set failing_since = null
    where workspace_id = ${workspaceId} and id = ${id} and failing_since is not null`
}

export async function noteFailure(
  tx: Tx,
  workspaceId: number,
  id: string,
  at: Date,
): Promise<void> {
  await tx`update webhook_subscriptions set failing_since = ${at}
    where workspace_id = ${workspaceId} and id = ${id} and failing_since is null`
}

export async function selectAdministrators(tx: Tx, workspaceId: number): Promise<number[]> {
  const rows = await tx<{ user_id: number }>`
    select user_id from memberships
    where workspace_id = ${workspaceId} and role in ('owner', 'admin') order by user_id`
  return rows.map(({ user_id }) => user_id)
}
