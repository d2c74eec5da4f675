import { type Static, Type } from 'typebox'
import { PageQuery } from '../../../http/pagination.ts'
import { Nullable, named, Time } from '../../../http/schemas.ts'

export const ThreadParams = Type.Object({
  thread_id: Type.String({
    minLength: 1,
    // An id of 200 characters, plus the owner if several users use the same id.
    maxLength: 220,
    pattern: '^[^\\u0000]+$',
    description: 'The `threadId` of your notifications, or the `thread_id` that the API returned.',
  }),
})

export const Thread = named(
  'ThreadSummary',
  Type.Object({
    id: Type.String(),
    title: Type.String({ description: 'The title of its first notification.' }),
    notifications: Type.Integer(),
    unread: Type.Integer(),
    open_questions: Type.Integer(),
    muted: Type.Boolean(),
    created_at: Time,
    last_at: Time,
  }),
)

export type Thread = Static<typeof Thread>

export const ThreadListQuery = Type.Interface([PageQuery], {
  muted: Type.Optional(
    Type.Boolean({ description: '`true`: only muted threads; `false`: only the others.' }),
  ),
})

export type ThreadListQuery = Static<typeof ThreadListQuery>

export const Entry = named(
  'WriteInThreadReply',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    kind: Type.Enum(['notification', 'answer', 'message']),
    author: Type.Object({ id: Type.Integer(), name: Type.String(), kind: Type.String() }),
    title: Nullable(Type.String()),
    text: Type.String({ description: 'Markdown in notifications with a body.' }),
    category: Nullable(Type.String()),
    question_id: Nullable(Type.String({ format: 'uuid' })),
    at: Time,
  }),
)

export type Entry = Static<typeof Entry>

export const Conversation = named(
  'Thread',
  Type.Interface([Thread], {
    entries: Type.Array(Entry, { description: 'Oldest first; the last 500.' }),
  }),
)

export const MessageBody = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' }),
})

export const Mute = named(
  'ThreadMute',
  Type.Object({ thread_id: Type.String(), muted: Type.Boolean() }),
)
