import { Type } from 'typebox'
import { Nullable, named } from '../../http/schemas.ts'
import { before, change, event, text, uuid } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const ChatWebhook = named(
  'ChatWebhookEventData',
  Type.Object({
    channel: text,
    kind: text,
    name: text,
    is_active: Type.Boolean(),
    last_error: Nullable(text),
  }),
)

export const chatEvents = {
  'chat.message': event(
    'workspace',
    'A message was posted in a channel.',
    Type.Object({
      channel: text,
      title: Nullable(text),
      author: text,
      notification_id: Nullable(uuid),
    }),
  ),
  'chat_webhook.created': event('administrators', 'A chat webhook was created.', ChatWebhook),
  'chat_webhook.updated': event(
    'administrators',
    'A chat webhook was changed, or switched on or off.',
    change(ChatWebhook),
  ),
  'chat_webhook.deleted': event(
    'administrators',
    'A chat webhook was deleted.',
    before(ChatWebhook),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof chatEvents> {}
}
