import { Type } from 'typebox'
import { event, text } from '../../events/describe-event.ts'
import type { EventsOf } from '../../events/event-types.ts'

const Webhook = Type.Object({ channel: text, name: text })

export const incomingWebhookEvents = {
  'incoming_webhook.created': event('administrators', 'An incoming webhook was created.', Webhook),
  'incoming_webhook.deleted': event('administrators', 'An incoming webhook was deleted.', Webhook),
}

declare module '../../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof incomingWebhookEvents> {}
}
