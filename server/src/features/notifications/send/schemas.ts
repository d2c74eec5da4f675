import { type Static, type TSchema, Type } from 'typebox'
import { Nullable, named, Time } from '../../../http/schemas.ts'
import { agentCategoryNames } from '../categories.ts'
import { ChannelName, ThreadId } from '../schemas.ts'

const Link = Type.String({
  maxLength: 2000,
  description: 'An http(s) URL, or a path on this server that starts with /.',
})

/** An id as text, as the contract says, or as the number that other operations return. */
const IdText = (maxLength: number, description: string) =>
  Type.Union([Type.String({ maxLength }), Type.Integer({ minimum: 1, maximum: 2_147_483_647 })], {
    description,
  })

const notifyFields = {
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
}

/** The contract defines the fields and their names; another feature defines questions. */
export function buildNotifyBody(question: TSchema) {
  return Type.Object({ ...notifyFields, question: Type.Optional(question) })
}

export type NotifyBody = Static<ReturnType<typeof buildNotifyBody>>

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
