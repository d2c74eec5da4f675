import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { ignoreLostLease } from '../../platform/work/lease.ts'
import { findEvent } from '../events/read-events.ts'
import { permissionsOfMember } from '../members/permissions-of-member.ts'
import {
  type DeliveryRow,
  type End,
  endSending,
  giveBackDelivery,
  insertAttempt,
} from './delivery-queries.ts'
import { type Outcome, postDelivery } from './post-delivery.ts'
import { noteFailure, noteSuccess, type SubscriptionRow, subscriptionById } from './queries.ts'
import { pauseAfter } from './retry-plan.ts'
import { signingSecrets } from './sealed-secrets.ts'
import { switchOff, switchOffIfHopeless } from './switch-off.ts'

const orphanReason =
  'Its creator left or may no longer manage webhooks. Whoever switches it on takes it over.'

/** Makes one attempt at a claimed delivery. Returns false if it failed; its row has the details. */
export async function attemptDelivery(
  deps: Deps,
  delivery: DeliveryRow,
  stopping: AbortSignal,
): Promise<boolean> {
  const { workspace_id: workspaceId, subscription_id } = delivery
  const sql = deps.db.workspace(workspaceId)
  const subscription = await subscriptionById(sql, workspaceId, subscription_id)
  // Its deliveries were deleted with it.
  if (!subscription) return true
  const isOrphan =
    delivery.event_seq !== null && !(await mayMakerSend(deps, workspaceId, subscription))
  if (isOrphan) {
    await deps.db.transaction(workspaceId, (tx) =>
      switchOff(deps, tx, workspaceId, subscription, orphanReason),
    )
  }
  const body = await readBody(deps, delivery)
  const reason = isOrphan ? orphanReason : reasonNotToSend(delivery, subscription, body)
  if (reason) {
    await giveUp(deps, delivery, reason)
    return true
  }
  const { id } = delivery
  const { url } = subscription
  const secrets = signingSecrets(deps, subscription)
  try {
    const post = { url, secrets, id, body: JSON.stringify(body), signal: stopping }
    const outcome = await postDelivery(deps, post)
    await note(deps, delivery, subscription, outcome)
    return outcome.kind === 'taken'
  } catch (error) {
    if (!stopping.aborted) throw error
    await giveBackDelivery(sql, delivery, deps.clock())
    return false
  }
}

/** Whoever lost the right to create a subscription gets no more events through an old one. */
async function mayMakerSend(
  { db }: Pick<Deps, 'db'>,
  workspaceId: number,
  { created_by }: SubscriptionRow,
): Promise<boolean> {
  const may = await permissionsOfMember(db.workspace(workspaceId), workspaceId, created_by)
  return may.has('webhooks:write') && may.has('events:read')
}

/** The event as `GET /api/v1/events` shows it. */
async function readBody({ db }: Pick<Deps, 'db'>, delivery: DeliveryRow) {
  const { workspace_id, event_seq, event_type: type, payload } = delivery
  if (payload) return payload
  const event = await findEvent(db.workspace(workspace_id), workspace_id, event_seq as number)
  return event && { type, timestamp: event.created_at, data: event }
}

function reasonNotToSend(
  { event_seq }: DeliveryRow,
  { is_active }: SubscriptionRow,
  body: object | undefined,
): string | undefined {
  const isTest = event_seq === null
  if (!is_active && !isTest) return 'The subscription is switched off.'
  return body ? undefined : 'The event has passed its retention period.'
}

async function giveUp({ db, clock }: Deps, delivery: DeliveryRow, reason: string): Promise<void> {
  const now = clock()
  const end = { status: 'failed' as const, dueAt: now, statusCode: null, reason, now }
  await db
    .transaction(delivery.workspace_id, (tx) => endSending(tx, delivery, end))
    .catch(ignoreLostLease)
}

/** Locks the subscription's row first, as a deletion does, to avoid deadlocks. */
async function note(
  deps: Deps,
  delivery: DeliveryRow,
  subscription: SubscriptionRow,
  outcome: Outcome,
): Promise<void> {
  const end = chooseEnd(deps, delivery, outcome)
  const { startedAt, durationMs, statusCode, response, reason } = outcome
  await deps.db
    .transaction(delivery.workspace_id, async (tx) => {
      if (delivery.event_seq !== null) {
        await noteOnSubscription(deps, tx, delivery, subscription, end)
      }
      if (outcome.kind === 'gone') {
        await switchOff(deps, tx, delivery.workspace_id, subscription, reason as string)
      }
      await endSending(tx, delivery, end)
      await insertAttempt(tx, delivery, {
        ...{ started_at: startedAt, duration_ms: durationMs, status_code: statusCode },
        ...{ response, reason },
      })
    })
    .catch(ignoreLostLease)
}

async function noteOnSubscription(
  deps: Deps,
  tx: Tx,
  { workspace_id }: DeliveryRow,
  subscription: SubscriptionRow,
  end: End,
): Promise<void> {
  if (end.status === 'delivered') return noteSuccess(tx, workspace_id, subscription.id)
  await noteFailure(tx, workspace_id, subscription.id, end.now)
  if (end.status === 'failed') await switchOffIfHopeless(deps, tx, workspace_id, subscription)
}

/** A test is sent only once: someone is waiting for the result. */
function chooseEnd({ clock, random }: Deps, delivery: DeliveryRow, outcome: Outcome): End {
  const { kind, statusCode, reason, askedSeconds } = outcome
  const now = clock()
  const end = { dueAt: now, statusCode, reason, now }
  if (kind === 'taken') return { ...end, status: 'delivered' }
  const chance = Number.parseInt(random.uuid().slice(0, 4), 16) / 0xffff
  const pause = pauseAfter(delivery.attempts_count, chance, askedSeconds)
  if (kind !== 'failed' || pause === undefined || delivery.event_seq === null) {
    return { ...end, status: 'failed' }
  }
  return { ...end, status: 'queued', dueAt: new Date(now.getTime() + pause * 1000) }
}
