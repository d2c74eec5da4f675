import { type Static, Type } from 'typebox'
import { chatKinds } from '../../channels/chat/chat-post.ts'
import { named, Time } from '../../http/schemas.ts'
import { channelNames } from './channels.ts'

const Nullable = Type.Union([Type.String(), Type.Null()])

export const Channel = named(
  'Channel',
  Type.Object({
    name: Type.String(),
    description: Type.String(),
    messages_count: Type.Integer(),
    last_message_at: Type.Union([Time, Type.Null()]),
  }),
)

export type Channel = Static<typeof Channel>

export const ChannelParams = Type.Object({
  channel: Type.String({
    maxLength: 80,
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    description: 'Name of the channel, such as agent-alerts.',
  }),
})

export const ChatMessage = named(
  'Message',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    channel: Type.String(),
    author: Type.Object({
      id: Type.Integer({ description: 'The author, or the person whose key the agent uses.' }),
      name: Type.String(),
      kind: Type.String({ description: 'user, agent or system' }),
    }),
    title: Nullable,
    text: Type.String({ description: 'Markdown' }),
    link: Nullable,
    cta_label: Nullable,
    notification_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The notification that the message is about.',
    }),
    extra: Type.Object({}, { additionalProperties: true }),
    created_at: Time,
  }),
)

export type ChatMessage = Static<typeof ChatMessage>

export const MessagesQuery = Type.Object({
  before: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only messages older than this one.' }),
  ),
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 50,
    description: 'The maximum number of messages.',
  }),
})

export type MessagesQuery = Static<typeof MessagesQuery>

export const MessagePage = named(
  'MessageList',
  Type.Object({
    next_before: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'The `before` for older messages; null if there are none.',
    }),
    results: Type.Array(ChatMessage),
  }),
)

export const PostMessageBody = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: 20_000,
    pattern: '\\S',
    description: 'Markdown',
  }),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 250, pattern: '\\S' })),
})

export type PostMessageBody = Static<typeof PostMessageBody>

export const ChatWebhook = named(
  'ChatWebhook',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    channel: Type.String(),
    kind: Type.Enum(chatKinds),
    name: Type.String(),
    url_hint: Type.String({ description: 'The URL without its secret part.' }),
    is_active: Type.Boolean(),
    last_error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it was switched off, or the last error.',
    }),
    created_at: Time,
    updated_at: Time,
  }),
)

export type ChatWebhook = Static<typeof ChatWebhook>

const settings = {
  kind: Type.Enum(chatKinds),
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  url: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'The URL of the incoming webhook, as the chat service shows it; http or https.',
  }),
}

export const CreateChatWebhookBody = Type.Object({
  channel: Type.Optional(Type.Enum(channelNames, { default: 'agent-alerts' })),
  ...settings,
})

export type CreateChatWebhookBody = Static<typeof CreateChatWebhookBody>

export const UpdateChatWebhookBody = Type.Partial(
  Type.Object({ ...settings, is_active: Type.Boolean() }),
)

export type UpdateChatWebhookBody = Static<typeof UpdateChatWebhookBody>

export const Sent = named('TestResult', Type.Object({ status: Type.Enum(['sent']) }))
