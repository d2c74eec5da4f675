import type { Feature } from '../../feature.ts'
import { incomingWebhookEvents } from './events.ts'
import { incomingWebhookRoutes } from './routes.ts'

/** Programs that post to Slack's incoming webhooks post to the team chat instead. */
export const slackWebhooksCompat: Feature = {
  name: 'compat/slack-webhooks',
  operations: incomingWebhookRoutes,
  events: incomingWebhookEvents,
}
