import { TryLater, Undeliverable } from '../../../channels/channel.ts'
import type { Deps } from '../../../deps.ts'
import { serviceActor } from '../../../http/permissions.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { backoff, spread } from '../../../platform/work/backoff.ts'
import { forwardToWebhook } from '../../chat/forward-to-webhook.ts'
import { publish } from '../../events/publish.ts'
import type { Service } from '../../feature.ts'
import { pushTo } from '../../push/push-to.ts'
import { mailNotification } from '../mail/mail-notification.ts'
import { readMessage } from '../present-notification.ts'
import { buildDeliveryJob, type DeliveryJob } from './plan-deliveries.ts'
import { type BegunDelivery, beginAttempt, type DeliveryRow, endAttempt } from './queries.ts'

/** The result of a successful attempt. */
export interface DeliveryResult {
  status: 'sent' | 'captured'
  detail: string | null
}

/** About three days for email; a chat message or a push is outdated after one. */
const maxAttempts = { email: 300, chat: 100, push: 100 }
const maxPauseSeconds = 15 * 60

/** Makes one delivery attempt. The receipt records the outcome; temporary errors are retried. */
export async function deliver(deps: Deps, job: DeliveryJob, service: Service): Promise<void> {
  const sql = deps.db.workspace(job.workspace_id)
  const delivery = await beginAttempt(sql, job.workspace_id, job.delivery_id, deps.clock())
  if (!delivery) return
  try {
    const { status, detail } = await send(deps, service, delivery)
    const end = { status, reason: detail, deliverAfter: null, now: deps.clock() }
    await endAttempt(sql, delivery, end)
  } catch (error) {
    await noteFailure(deps, [delivery], error as Error, (tx, deliverAfter) =>
      deps.queue.sendAll(tx, [
        buildDeliveryJob(deps, { ...delivery, deliver_after: deliverAfter }),
      ]),
    )
  }
}

async function send(
  deps: Deps,
  service: Service,
  delivery: BegunDelivery,
): Promise<DeliveryResult> {
  const { workspace_id: workspaceId, notification_id: notificationId } = delivery
  const targetId = delivery.target_id as string
  switch (delivery.channel) {
    case 'email':
      return mailNotification(deps, service, delivery)
    case 'chat':
      await forwardToWebhook(deps, { workspaceId, webhookId: targetId, notificationId })
      return { status: 'sent', detail: null }
    case 'push': {
      const { message } = await readMessage(deps, workspaceId, notificationId)
      await pushTo(deps, { workspaceId, subscriptionId: targetId, message })
      return { status: 'sent', detail: null }
    }
    default:
      throw new Undeliverable(`${delivery.channel} does not use jobs`)
  }
}

/** Requeues deliveries with a growing delay, or marks them as failed with the reason. */
export async function noteFailure(
  deps: Pick<Deps, 'db' | 'clock'>,
  deliveries: DeliveryRow[],
  error: Error,
  sendAgain: (tx: Tx, at: Date) => Promise<void>,
): Promise<void> {
  const [first] = deliveries
  if (!first) return
  const { workspace_id: workspaceId, channel, attempts } = first
  const now = deps.clock()
  const limit = maxAttempts[channel as keyof typeof maxAttempts] ?? 1
  const isFinal = error instanceof Undeliverable || attempts >= limit
  const deliverAfter = isFinal ? null : new Date(now.getTime() + pauseMs(first, error))
  const status = isFinal ? ('failed' as const) : ('queued' as const)
  await deps.db.transaction(workspaceId, async (tx) => {
    const end = { status, reason: error.message, deliverAfter, now }
    for (const delivery of deliveries) await endAttempt(tx, delivery, end)
    if (deliverAfter) return sendAgain(tx, deliverAfter)
    for (const delivery of deliveries) await publishFailure(tx, delivery, error.message, now)
  })
}

/** 5 s, 10 s, 20 s … 15 min, slightly different for each, or as long as the service asks for. */
function pauseMs({ id, attempts }: DeliveryRow, error: Error): number {
  if (error instanceof TryLater) return Math.min(error.afterSeconds, 86_400) * 1000
  const chance = Number.parseInt(id.slice(0, 4), 16) / 0xffff
  return spread(backoff(attempts, { first: 5000, max: maxPauseSeconds * 1000 }), chance)
}

async function publishFailure(
  tx: Tx,
  delivery: DeliveryRow,
  reason: string,
  at: Date,
): Promise<void> {
  const { workspace_id, user_id, id, notification_id, channel, category } = delivery
  await publish(tx, serviceActor(workspace_id, user_id), {
    type: 'delivery.failed',
    object: { type: 'delivery', id },
    data: { notification_id, channel, category, reason },
    at,
    people: [user_id],
  })
}
