import { readPage } from '../../../http/pagination.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { Part, Sql } from '../../../platform/postgres/sql.ts'
import type { DigestJob } from './plan-deliveries.ts'
import type { Delivery, DeliveryListQuery } from './schemas.ts'

const columns = (sql: Sql) => sql.part`id, notification_id, user_id, category, channel, target,
  status, attempts, reason, deliver_after, created_at, updated_at`

export async function findReceipts(sql: Sql, workspaceId: number, notificationId: string) {
  return sql<Delivery>`
    select ${columns(sql)} from deliveries
    where workspace_id = ${workspaceId} and notification_id = ${notificationId}
    order by created_at, channel, target`
}

export async function findDeliveries(sql: Sql, workspaceId: number, query: DeliveryListQuery) {
  const { channel, status, category, user_id, since } = query
  const from = sql.part`from deliveries where workspace_id = ${workspaceId}
    ${channel ? sql.part`and channel = ${channel}` : sql.part``}
    ${status ? sql.part`and status = ${status}` : sql.part``}
    ${category ? sql.part`and category = ${category}` : sql.part``}
    ${user_id ? sql.part`and user_id = ${user_id}` : sql.part``}
    ${since ? sql.part`and created_at >= ${new Date(since)}` : sql.part``}`
  const order = sql.part`created_at desc, id desc`
  return readPage<Delivery>(sql, query, { columns: columns(sql), from, order })
}

export interface DeliveryRow extends Delivery {
  workspace_id: number
  target_id: string | null
  digest: boolean
}

const workColumns = (sql: Sql) => sql.part`${columns(sql)}, workspace_id, target_id, digest`

export async function findDelivery(sql: Sql, workspaceId: number, id: string) {
  const [row] = await sql<DeliveryRow>`
    select ${workColumns(sql)} from deliveries where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

/** A delivery whose attempt has begun. `was` tells whether an earlier attempt was interrupted. */
export type BegunDelivery = DeliveryRow & { was: string }

/** Claims a delivery for an attempt; undefined if it is done or was withdrawn. */
export async function beginAttempt(sql: Sql, workspaceId: number, id: string, now: Date) {
  const [row] = await beginAttempts(sql, workspaceId, sql.part`id = ${id}`, now)
  return row
}

export async function beginDigest(
  sql: Sql,
  { workspace_id, user_id, category, channel }: DigestJob,
  now: Date,
): Promise<BegunDelivery[]> {
  const which = sql.part`user_id = ${user_id} and category = ${category} and channel = ${channel}
    and digest`
  return beginAttempts(sql, workspace_id, which, now)
}

function beginAttempts(sql: Sql, workspaceId: number, which: Part, now: Date) {
  return sql<BegunDelivery>`
    with taken as (
      select id as taken_id, status as was from deliveries
      where workspace_id = ${workspaceId} and ${which} and status in ('queued', 'attempted')
      for update
    )
    update deliveries set status = 'attempted', attempts = attempts + 1, updated_at = ${now}
    from taken where workspace_id = ${workspaceId} and id = taken_id
    returning ${workColumns(sql)}, was`
}

export interface AttemptEnd {
  status: Delivery['status']
  reason: string | null
  deliverAfter: Date | null
  now: Date
}

export async function endAttempt(
  sql: Sql,
  { workspace_id, id }: DeliveryRow,
  { status, reason, deliverAfter, now }: AttemptEnd,
): Promise<void> {
  await sql`
    update deliveries set status = ${status}, reason = ${reason}, deliver_after = ${deliverAfter},
      updated_at = ${now}
    where workspace_id = ${workspace_id} and id = ${id} and status = 'attempted'`
}

/** In-app receipts follow the user's actions and only move forward. */
export async function advanceReceipts(
  tx: Tx,
  workspaceId: number,
  notificationIds: string[],
  status: 'seen' | 'read' | 'answered',
  now: Date,
): Promise<void> {
  const before = { seen: ['sent'], read: ['sent', 'seen'], answered: ['sent', 'seen', 'read'] }
  await tx`
    update deliveries set status = ${status}, updated_at = ${now}
    where workspace_id = ${workspaceId} and notification_id = any(${notificationIds}::uuid[])
      and channel = 'in_app' and status = any(${before[status]}::text[])`
}

/** Resets a delivery that failed or was only captured. */
export async function requeueDelivery(tx: Tx, workspaceId: number, id: string, now: Date) {
  const [row] = await tx<DeliveryRow>`
    update deliveries set status = 'queued', attempts = 0, reason = 'sent again by hand',
      deliver_after = null, digest = false, updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id} and status in ('failed', 'captured')
    returning ${workColumns(tx)}`
  return row
}
