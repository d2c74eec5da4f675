import { hoursAgo } from '../../lib/hours-ago.ts'
import type { Feature } from '../feature.ts'
import { chatEvents } from './events.ts'
import { forwardMessage } from './forward-message.ts'
import { chatRoutes } from './routes.ts'
import { sealedWebhookUrl } from './sealed-url.ts'
import { chatWebhookRoutes } from './webhook-routes.ts'

export const chat: Feature = {
  name: 'chat',
  tags: { 'Team chat': 'Channels of the workspace, and the webhooks that forward them.' },
  operations: () => [...chatRoutes(), ...chatWebhookRoutes()],
  queues: [
    // Retries after 5 seconds up to 6 hours; later the message is old news.
    { name: 'chat-forward', retryLimit: 12, atOnce: 20, work: forwardMessage },
  ],
  sealedColumns: [sealedWebhookUrl],
  cleanUp: ({ db, clock }) =>
    db.system`delete from chat_messages where created_at < ${hoursAgo(clock, 180 * 24)}`,
  events: chatEvents,
}
