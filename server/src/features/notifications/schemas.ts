import { type Static, Type } from 'typebox'
import { PageQuery } from '../../http/pagination.ts'
import { ClockTime, Nullable, named, Time, TimeText, TimeZone } from '../../http/schemas.ts'
import { categoryNames, channels } from './categories.ts'

export const Category = named('NotificationCategory', Type.Enum(categoryNames))
export const OfCategory = Type.Enum(categoryNames, {
  description: 'Only this category.',
})
export const ChannelName = named('NotificationChannel', Type.Enum([...channels]))

export const ThreadId = Type.String({ minLength: 1, maxLength: 200 })

const NotificationQuestion = named(
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
    question: Nullable(NotificationQuestion),
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

const QuietHours = named('QuietHours', Type.Object({ start: ClockTime, end: ClockTime }))

const Digest = named(
  'DigestSettings',
  Type.Object({
    categories: Type.Array(Type.Enum(['agentProgress', 'agentNudge']), {
      minItems: 1,
      maxItems: 2,
    }),
    after: Type.Integer({ minimum: 1, maximum: 100, default: 3 }),
    minutes: Type.Integer({ minimum: 1, maximum: 1440, default: 15 }),
  }),
)

const Switches = Type.Record(Type.String(), Type.Record(Type.String(), Type.Boolean()))

export const Preferences = named(
  'NotificationPreferences',
  Type.Object({
    categories: Switches,
    quiet_hours: Nullable(QuietHours),
    digest: Nullable(Digest),
    timezone: Type.String({ description: 'The time zone of the quiet hours.' }),
    timezone_is_own: Type.Boolean({ description: 'False: it is the time zone of the workspace.' }),
  }),
)

export type Preferences = Static<typeof Preferences>

export const UpdatePreferencesBody = Type.Object({
  categories: Type.Optional(Switches),
  quiet_hours: Type.Optional(Nullable(QuietHours)),
  digest: Type.Optional(Nullable(Digest)),
  timezone: Type.Optional(
    Nullable(
      Type.String({ ...TimeZone, description: 'Null: use the time zone of the workspace.' }),
    ),
  ),
})

export type UpdatePreferencesBody = Static<typeof UpdatePreferencesBody>
