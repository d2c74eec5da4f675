import { type Static, Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { Nullable, named, Time, TimeText } from '../../http/schemas.ts'
import { agentCategoryNames, categoryNames, channels } from './categories.ts'
import { QuestionBody } from './questions/question-body.ts'

export const Category = named('NotificationCategory', Type.Enum(categoryNames))
export const OfCategory = Type.Enum(categoryNames, {
  description: 'Only this category.',
})
export const ChannelName = named('NotificationChannel', Type.Enum([...channels]))

export const ThreadId = Type.String({ minLength: 1, maxLength: 200 })

const Link = Type.String({
  maxLength: 2000,
  description: 'An http(s) URL, or a path on this server that starts with /.',
})

/** An id as text, as the contract says, or as the number that other operations return. */
const IdText = (maxLength: number, description: string) =>
  Type.Union([Type.String({ maxLength }), Type.Integer({ minimum: 1, maximum: 2_147_483_647 })], {
    description,
  })

/** The contract defines the fields and their names. */
export const NotifyBody = Type.Object({
  userId: IdText(20, 'The person to notify.'),
  workspaceId: IdText(
    64,
    'The workspace of the credential. Without an `Organization` header, it selects the workspace.',
  ),
  title: Type.String({
    minLength: 1,
    maxLength: 250,
    pattern: '\\S',
    description:
      'Short headline in sentence case. Do not repeat it in `message` or `body`; a repetition is removed.',
  }),
  message: Type.String({
    minLength: 1,
    maxLength: 1000,
    pattern: '\\S',
    description: 'One or two lines for the card, push and websocket.',
  }),
  category: Type.Enum(agentCategoryNames),
  threadId: Type.Optional(ThreadId),
  body: Type.Optional(
    Type.String({
      maxLength: 100_000,
      description: 'Markdown, written as a complete email. Defaults to `message`.',
    }),
  ),
  ctaLabel: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
  link: Type.Optional(Link),
  _extra: Type.Optional(
    Type.Object(
      {
        event_type: Type.Optional(Type.String({ maxLength: 200 })),
        agent: Type.Optional(Type.String({ maxLength: 200 })),
        task_id: Type.Optional(Type.String({ maxLength: 200 })),
      },
      { additionalProperties: true, description: 'Stored unchanged; at most 64 kB.' },
    ),
  ),
  question: Type.Optional(QuestionBody),
})

export type NotifyBody = Static<typeof NotifyBody>

export const NotifyQuery = Type.Object({
  dry_run: Type.Boolean({
    default: false,
    description: 'Choose the channels and render everything, but send nothing.',
  }),
})

const ChannelDecision = named(
  'ChannelDecision',
  Type.Object({
    channel: ChannelName,
    decision: Type.Enum(['send', 'hold', 'gather', 'skip']),
    reason: Type.String(),
    until: Nullable(Time),
  }),
)

export const NotifyReply = named(
  'SentNotification',
  Type.Object({
    status: Type.Enum(['sent', 'dry_run']),
    notification_id: Type.Optional(Type.String({ format: 'uuid' })),
    thread_id: Type.Optional(Nullable(Type.String())),
    question_id: Type.Optional(Type.String({ format: 'uuid' })),
    adjusted: Type.Optional(
      Type.Array(Type.Enum(['message', 'body']), {
        description: 'Fields from which the server removed a repetition of the title.',
      }),
    ),
    deliveries: Type.Array(Type.Object({ channel: ChannelName, status: Type.String() })),
    skipped: Type.Array(Type.Object({ channel: ChannelName, reason: Type.String() })),
    decisions: Type.Optional(Type.Array(ChannelDecision)),
    rendered: Type.Optional(
      Type.Object({
        email: Type.Object({
          from: Type.String(),
          to: Type.String(),
          subject: Type.String(),
          html: Type.String(),
          text: Type.String(),
          headers: Type.Object({}, { additionalProperties: true }),
        }),
        chat: Type.Object({}, { additionalProperties: true }),
        in_app: Type.Object({}, { additionalProperties: true }),
        push: Type.Object({}, { additionalProperties: true }),
      }),
    ),
  }),
)

export type NotifyReply = Static<typeof NotifyReply>

export const QuestionOfNotification = named(
  'NotificationQuestion',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    kind: Type.String(),
    options: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
    fields: Type.Optional(
      Nullable(
        Type.Object({}, { additionalProperties: true, description: 'The JSON Schema of a form.' }),
      ),
    ),
    status: Type.Enum(['open', 'answered', 'expired', 'cancelled']),
    expires_at: Nullable(Time),
    answer: Nullable(Type.Object({}, { additionalProperties: true })),
    answered_by: Nullable(Type.Object({}, { additionalProperties: true })),
    ended_at: Nullable(Time),
  }),
)

export const Notification = named(
  'Notification',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    category: Category,
    title: Type.String(),
    message: Type.String(),
    body: Nullable(Type.String()),
    link: Nullable(Type.String({ description: 'As the sender gave it.' })),
    url: Type.String({
      description: 'The target of the action: the link, the thread or the card.',
    }),
    cta_label: Type.String(),
    thread_id: Nullable(Type.String()),
    _extra: Type.Unsafe<object>({}),
    sender: Type.Object({ id: Type.Integer(), name: Type.String(), kind: Type.String() }),
    question: Nullable(QuestionOfNotification),
    seen_at: Nullable(Time),
    read_at: Nullable(Time),
    archived_at: Nullable(Time),
    snoozed_until: Nullable(Time),
    created_at: Time,
  }),
)

export type Notification = Static<typeof Notification>

export const NotificationListQuery = Type.Interface([PageQuery], {
  unread: Type.Optional(Type.Boolean({ description: '`true`: only unread; `false`: only read.' })),
  seen: Type.Optional(Type.Boolean({ description: '`true`: only seen; `false`: only unseen.' })),
  archived: Type.Optional(
    Type.Boolean({ description: 'Defaults to notifications that are not archived.' }),
  ),
  snoozed: Type.Optional(
    Type.Boolean({ description: 'Defaults to notifications that are not snoozed.' }),
  ),
  category: Type.Optional(OfCategory),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the title or message.' }),
  ),
  thread_id: Type.Optional(Type.String({ ...ThreadId, description: 'Only this thread.' })),
})

export type NotificationListQuery = Static<typeof NotificationListQuery>

export const NotificationCount = named(
  'NotificationCount',
  Type.Object({
    unread: Type.Integer(),
    unseen: Type.Integer(),
    by_category: Type.Object({}, { additionalProperties: Type.Integer() }),
  }),
)

export const marks = [
  'seen',
  'read',
  'unread',
  'archive',
  'unarchive',
  'snooze',
  'unsnooze',
] as const

export type Mark = (typeof marks)[number]

const SnoozeUntil = Type.Optional(
  Type.String({ ...TimeText, description: 'With `snooze`: the end of the snooze.' }),
)

export const MarkBody = Type.Object({ action: Type.Enum([...marks]), until: SnoozeUntil })

export const MarkManyBody = Type.Object({
  action: Type.Enum([...marks]),
  until: SnoozeUntil,
  ids: Type.Optional(
    Type.Array(Type.String({ format: 'uuid' }), {
      minItems: 1,
      maxItems: 1000,
      description: 'Defaults to all that match `category` and `thread_id`.',
    }),
  ),
  category: Type.Optional(Category),
  thread_id: Type.Optional(ThreadId),
  before: Type.Optional(
    Type.String({
      ...TimeText,
      description:
        'Only notifications created before, so that you do not mark new ones you have not seen.',
    }),
  ),
})

export const MarkManyReply = named(
  'MarkNotificationsReply',
  Type.Object({ changed: Type.Integer() }),
)

export type MarkManyBody = Static<typeof MarkManyBody>
