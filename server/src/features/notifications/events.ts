import { Type } from 'typebox'
import { Nullable, Time } from '../../http/schemas.ts'
import { event, text, uuid } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'
import { Notification } from './schemas.ts'

export const notificationEvents = {
  'notification.created': event(
    'person',
    'A notification was created. Personal: only its recipient sees it.',
    Type.Omit(Notification, ['body']),
  ),
  'notification.updated': event(
    'person',
    'Notifications were marked, for example as read. Personal.',
    Type.Object({
      action: text,
      until: Nullable(Time),
      ids: Nullable(Type.Array(uuid)),
      count: Type.Integer(),
    }),
  ),
  'notification.digest': event(
    'person',
    'Several notifications were combined into a digest. Personal.',
    Type.Object({
      category: text,
      count: Type.Integer(),
      messages: Type.Array(
        Type.Object({
          id: uuid,
          title: text,
          message: text,
          thread_id: Nullable(text),
          created_at: Time,
        }),
      ),
    }),
  ),
  'delivery.failed': event(
    'people',
    'A notification could not be delivered on one of its channels.',
    Type.Object({ notification_id: uuid, channel: text, category: text, reason: text }),
  ),
  'thread.message': event(
    'people',
    'A message was written in a thread.',
    Type.Object({ message_id: uuid }),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof notificationEvents> {}
}
