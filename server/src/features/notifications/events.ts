import { Type } from 'typebox'
import { Nullable, named, Time } from '../../http/schemas.ts'
import { event, text, uuid } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'
import { Answerer } from './questions/schemas.ts'
import { Notification } from './schemas.ts'

const Question = named(
  'QuestionEventData',
  Type.Object({
    thread_id: text,
    notification_id: uuid,
    answered_by: Nullable(Answerer),
  }),
)

const Asked = named(
  'QuestionAskedData',
  Type.Object({
    thread_id: text,
    notification_id: uuid,
    user_ids: Type.Array(Type.Integer()),
  }),
)

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
  'question.asked': event(
    'people',
    'A question was asked. `user_ids` are the people who can answer.',
    Asked,
  ),
  'question.reminded': event('people', 'People were reminded of a question.', Asked),
  'question.escalated': event('people', 'A question was escalated to further people.', Asked),
  'question.delegated': event('people', 'A question was delegated to another person.', Asked),
  'question.voted': event(
    'people',
    'A person of a quorum answered, and the question is still open.',
    Type.Object({ thread_id: text, notification_id: uuid }),
  ),
  'question.answered': event(
    'people',
    'A question was answered. The answer is in the thread.',
    Question,
  ),
  'question.expired': event('people', 'A question expired without an answer.', Question),
  'question.cancelled': event('people', 'A question was withdrawn.', Question),
  'thread.message': event(
    'people',
    'A message was written in a thread.',
    Type.Object({ message_id: uuid }),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof notificationEvents> {}
}
