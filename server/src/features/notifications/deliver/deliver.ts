import { Undeliverable } from '../../../channels/channel.ts'
import type { Deps } from '../../../deps.ts'
import { forwardToWebhook } from '../../chat/forward-to-webhook.ts'
import type { Service } from '../../feature.ts'
import { pushTo } from '../../push/push-to.ts'
import { mailNotification } from '../mail/mail-notification.ts'
import { readMessage } from '../present-notification.ts'
import { attempt, type DeliveryResult } from './attempt.ts'
import { buildDeliveryJob, type DeliveryJob } from './plan-deliveries.ts'
import { type BegunDelivery, beginAttempt } from './queries.ts'

/** Delivers a notification on one channel to one target. */
export async function deliver(deps: Deps, job: DeliveryJob, service: Service): Promise<void> {
  const sql = deps.db.workspace(job.workspace_id)
  const delivery = await beginAttempt(sql, job.workspace_id, job.delivery_id, deps.clock())
  if (!delivery) return
  await attempt(
    deps,
    [delivery],
    () => send(deps, service, delivery),
    (at) => buildDeliveryJob(deps, { ...delivery, deliver_after: at }),
  )
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
