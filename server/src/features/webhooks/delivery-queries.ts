import { computeOffset } from '../../http/pagination.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { Part, Sql } from '../../platform/postgres/sql.ts'
import { leaseState } from '../../platform/work/backlog.ts'
import {
  buildClaim,
  giveBack,
  isHeld,
  releaseUntil,
  requireLease,
} from '../../platform/work/lease.ts'
import type { Attempt, DeliveriesQuery, Delivery } from './schemas.ts'

export interface DeliveryRow extends Delivery {
  workspace_id: number
  payload: object | null
  lease: string | null
  trace: string | null
}

const columns = (sql: Sql) => sql.part`id, subscription_id, event_type, event_seq, status,
  attempts as attempts_count, status_code, reason,
  case when status = 'queued' then due_at end as next_attempt_at, created_at, updated_at`

const workColumns = (sql: Sql) => sql.part`${columns(sql)}, workspace_id, payload, lease, trace`

export async function selectDeliveries(sql: Sql, workspaceId: number, query: DeliveriesQuery) {
  const { subscription_id, event_type, status, since, until } = query
  const wanted = sql.part`workspace_id = ${workspaceId}
    ${subscription_id ? sql.part`and subscription_id = ${subscription_id}` : sql.part``}
    ${event_type ? sql.part`and event_type = ${event_type}` : sql.part``}
    ${status ? sql.part`and status = ${status}` : sql.part``}
    ${since ? sql.part`and created_at >= ${new Date(since)}` : sql.part``}
    ${until ? sql.part`and created_at < ${new Date(until)}` : sql.part``}`
  const [[total], results] = await Promise.all([
    sql<{ count: number }>`select count(*) from webhook_deliveries where ${wanted}`,
    sql<Delivery>`
      select ${columns(sql)} from webhook_deliveries where ${wanted}
      order by created_at desc, id desc limit ${query.page_size} offset ${computeOffset(query)}`,
  ])
  return { count: total?.count ?? 0, results }
}

export async function deliveryById(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<Delivery | undefined> {
  const [found] = await sql<Delivery>`
    select ${columns(sql)} from webhook_deliveries
    where workspace_id = ${workspaceId} and id = ${id}`
  return found
}

const maxAttemptsShown = 100

export async function selectAttempts(
  sql: Sql,
  workspaceId: number,
  id: string,
): Promise<Attempt[]> {
  const newest = await sql<Attempt>`
    select started_at, duration_ms, status_code, response, reason from webhook_attempts
    where workspace_id = ${workspaceId} and delivery_id = ${id}
    order by id desc limit ${maxAttemptsShown}`
  return newest.toReversed()
}

export interface NewDelivery {
  id: string
  workspace_id: number
  subscription_id: string
  event_seq: number
  event_type: string
  /** The span that published the event. */
  trace?: string | null
}

/**
 * Adds missing deliveries; a subscription that is being deleted gets none. Earlier deliveries are
 * sent again, with their old id, only if `again` is set. Returns the ids to send.
 */
export async function queueDeliveries(
  tx: Tx,
  deliveries: NewDelivery[],
  now: Date,
  again: boolean,
): Promise<{ id: string; subscription_id: string }[]> {
  const conflict = again
    ? tx.part`do update set status = 'queued', attempts = 0, due_at = ${now}, reason = null,
        status_code = null, updated_at = ${now}
        where webhook_deliveries.status in ('delivered', 'failed')`
    : tx.part`do nothing`
  return tx<{ id: string; subscription_id: string }>`
    insert into webhook_deliveries (id, workspace_id, subscription_id, event_seq, event_type, status,
      due_at, created_at, updated_at, trace)
    select d.id, d.workspace_id, d.subscription_id, d.event_seq, d.event_type, 'queued',
      ${now}, ${now}, ${now}, d.trace
    from jsonb_to_recordset(${tx.json(deliveries)}) as d (id uuid, workspace_id integer,
      subscription_id uuid, event_seq bigint, event_type text, trace text)
    join webhook_subscriptions s on s.workspace_id = d.workspace_id and s.id = d.subscription_id
    order by d.event_seq for key share of s
    on conflict (subscription_id, event_seq) ${conflict}
    returning id, subscription_id`
}

export async function insertTest(
  tx: Tx,
  workspaceId: number,
  test: { id: string; subscription_id: string; event_type: string; payload: object },
  now: Date,
): Promise<Delivery> {
  const [row] = await tx<Delivery>`
    insert into webhook_deliveries (id, workspace_id, subscription_id, event_type, payload, status,
      due_at, created_at, updated_at)
    values (${test.id}, ${workspaceId}, ${test.subscription_id}, ${test.event_type},
      ${tx.json(test.payload)}, 'queued', ${now}, ${now}, ${now})
    returning ${columns(tx)}`
  return row as Delivery
}

/** Resets a finished delivery; undefined if it is not finished. */
export async function requeue(
  tx: Tx,
  workspaceId: number,
  id: string,
  now: Date,
): Promise<Delivery | undefined> {
  const [row] = await tx<Delivery>`
    update webhook_deliveries set status = 'queued', attempts = 0, due_at = ${now}, reason = null,
      status_code = null, updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id} and status in ('delivered', 'failed')
    returning ${columns(tx)}`
  return row
}

interface Claim {
  subscriptionId: string
  most: number
  lease: string
  now: Date
  leaseUntil: Date
}

/** Claims due deliveries, longest waiting first, including those of a sender that died. */
export function claimDue(sql: Sql, workspaceId: number, claim: Claim): Promise<DeliveryRow[]> {
  const { subscriptionId, most, lease, now, leaseUntil } = claim
  return sql<DeliveryRow>`
    with due as (
      select id as due_id from webhook_deliveries
      where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId}
        and status in ('queued', 'sending') and due_at <= ${now}
      order by due_at, event_seq limit ${most} for update skip locked
    )
    update webhook_deliveries set status = 'sending', ${buildClaim(sql, lease, leaseUntil)},
      updated_at = ${now}
    from due where workspace_id = ${workspaceId} and id = due_id
    returning ${workColumns(sql)}`
}

/** Returns a claimed delivery unsent, as if it had not been claimed. */
export async function giveBackDelivery(sql: Sql, delivery: DeliveryRow, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'queued', ${giveBack(sql, now)}, updated_at = ${now}
    where workspace_id = ${delivery.workspace_id} and ${isHeld(sql, delivery)}`
}

export interface End {
  status: 'delivered' | 'failed' | 'queued'
  dueAt: Date
  statusCode: number | null
  reason: string | null
  now: Date
}

/** Only the holder of the lease records the outcome. */
export async function endSending(
  tx: Tx,
  delivery: DeliveryRow,
  { status, dueAt, statusCode, reason, now }: End,
): Promise<void> {
  const ended = await tx`
    update webhook_deliveries set status = ${status}, ${releaseUntil(tx, dueAt)},
      status_code = ${statusCode}, reason = ${reason}, updated_at = ${now}
    where workspace_id = ${delivery.workspace_id} and ${isHeld(tx, delivery)} returning id`
  requireLease(ended)
}

export async function insertAttempt(
  tx: Tx,
  { workspace_id, id }: DeliveryRow,
  attempt: Attempt,
): Promise<void> {
  await tx`insert into webhook_attempts ${tx.columns({ ...attempt, workspace_id, delivery_id: id })}`
}

/** The subscriptions of the whole installation with due deliveries. */
export function subscriptionsWithDue(
  sql: Sql,
  now: Date,
): Promise<{ workspace_id: number; subscription_id: string }[]> {
  return sql<{ workspace_id: number; subscription_id: string }>`
    select distinct workspace_id, subscription_id from webhook_deliveries
    where status in ('queued', 'sending') and due_at <= ${now}`
}

/** Deliveries of the whole installation that are not finished. */
export function unfinishedDeliveries(sql: Sql, now: Part): Part {
  const state = leaseState(sql, now, sql.part`updated_at`)
  return sql.part`select 'webhook-deliveries' as queue, ${state} from webhook_deliveries
    where status in ('queued', 'sending')`
}

/** When the next retry is due, or the lease of a sender that died ends. */
export function selectNextDelivery(sql: Sql, after: Part): Part {
  return sql.part`select min(due_at) from webhook_deliveries
    where status in ('queued', 'sending') and due_at > ${after}`
}
