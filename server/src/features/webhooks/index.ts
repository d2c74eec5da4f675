import type { Feature } from '../feature.ts'
import { webhookDeliveryRoutes } from './delivery-routes.ts'
import { webhookEvents } from './events.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { removeOldDeliveries } from './remove-old-deliveries.ts'
import { webhookRoutes } from './routes.ts'
import { webhookSubscriptionRoutes } from './subscription-routes.ts'
import { type WebhookJob, webhookQueue } from './webhook-jobs.ts'
import { startWebhookSender } from './webhook-sender.ts'

export const webhooks: Feature = {
  name: 'webhooks',
  tags: { Webhooks: 'Events sent to other systems, signed and retried until they arrive.' },
  operations: () => [
    ...webhookSubscriptionRoutes(),
    ...webhookDeliveryRoutes(),
    ...webhookRoutes(),
  ],
  // Only wakes the sender, which also polls; the deliveries themselves are rows.
  queues: [{ name: webhookQueue, retryLimit: 3 }],
  follower: planDeliveries,
  start: async (deps) => {
    const sender = startWebhookSender(deps)
    await deps.queue.workThrough<WebhookJob>(webhookQueue, 50, sender.wake)
    return sender
  },
  cleanUp: removeOldDeliveries,
  events: webhookEvents,
}
