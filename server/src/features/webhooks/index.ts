import { hoursAgo } from '../../lib/hours-ago.ts'
import type { Feature } from '../feature.ts'
import { sealedWorkspaceSecret } from '../signed-posts/webhook-secret.ts'
import { unfinishedDeliveries } from './delivery-queries.ts'
import { webhookDeliveryRoutes } from './delivery-routes.ts'
import { webhookEvents } from './events.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { webhookRoutes } from './routes.ts'
import { sealedSubscriptionColumns } from './sealed-secrets.ts'
import { webhookSubscriptionRoutes } from './subscription-routes.ts'
import { startWebhookSender } from './webhook-sender.ts'

export const webhooks: Feature = {
  name: 'webhooks',
  tags: { Webhooks: 'Events sent to other systems, signed and retried until they arrive.' },
  operations: () => [
    ...webhookSubscriptionRoutes(),
    ...webhookDeliveryRoutes(),
    ...webhookRoutes(),
  ],
  follower: planDeliveries,
  start: startWebhookSender,
  backlog: unfinishedDeliveries,
  sealedColumns: [...sealedSubscriptionColumns, sealedWorkspaceSecret],
  // Their attempts go with them.
  cleanUp: ({ db, clock }) =>
    db.system`delete from webhook_deliveries
      where status in ('delivered', 'failed') and updated_at < ${hoursAgo(clock, 30 * 24)}`,
  events: webhookEvents,
}
