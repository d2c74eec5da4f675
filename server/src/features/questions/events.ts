import { Type } from 'typebox'
import { Nullable, named } from '../../http/schemas.ts'
import { event, text, uuid } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'
import { Answerer } from './schemas.ts'

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

export const questionEvents = {
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
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof questionEvents> {}
}
