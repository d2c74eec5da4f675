import { Type } from 'typebox'
import { Nullable, named } from '../../http/schemas.ts'
import { before, change, event, nothing, text, texts } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const WebhookSubscription = named(
  'WebhookSubscriptionEventData',
  Type.Object({
    host: text,
    description: text,
    event_types: texts,
    is_active: Type.Boolean(),
    disabled_reason: Nullable(text),
  }),
)

export const webhookEvents = {
  'webhook_subscription.created': event(
    'administrators',
    'A webhook subscription was created.',
    WebhookSubscription,
  ),
  'webhook_subscription.updated': event(
    'administrators',
    'A webhook subscription was changed, or switched on or off.',
    change(WebhookSubscription),
  ),
  'webhook_subscription.secret_rotated': event(
    'administrators',
    'A webhook subscription has a new secret.',
    nothing,
  ),
  'webhook_subscription.deleted': event(
    'administrators',
    'A webhook subscription was deleted.',
    before(WebhookSubscription),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof webhookEvents> {}
}
