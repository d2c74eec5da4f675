import { type Static, Type } from 'typebox'
import { Nullable, named, Time } from '../../http/schemas.ts'

export const connectionKinds = ['slack', 'telegram', 'discord', 'imap'] as const

export type ConnectionKind = (typeof connectionKinds)[number]

const Secret = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '^\\S+$', description }))

export const CreateConnectionBody = Type.Object({
  kind: Type.Enum([...connectionKinds]),
  name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }),
  bot_token: Secret('Slack, Telegram and Discord: the token of the bot.'),
  signing_secret: Secret('Slack: checks requests from Slack. Not needed for Socket Mode.'),
  app_token: Secret('Slack: an app-level token for Socket Mode, for servers without a public URL.'),
  delivery: Type.Optional(
    Type.Enum(['webhook', 'polling'], {
      description: 'Telegram: how updates arrive. Defaults to polling, which needs no public URL.',
    }),
  ),
  authserv_id: Secret('IMAP: the name of the receiving server in its Authentication-Results.'),
  url: Secret('IMAP: imaps://user:password@host/INBOX, with special characters percent-encoded.'),
})

export type CreateConnectionBody = Static<typeof CreateConnectionBody>

export const Connection = named(
  'Connection',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    kind: Type.Enum([...connectionKinds]),
    name: Type.String(),
    description: Type.String({ description: 'The app or mailbox, in its own words.' }),
    inbound_url: Nullable(
      Type.String({ description: 'Enter this URL in the settings of the app.' }),
    ),
    delivery: Type.Enum(['webhook', 'polling', 'socket'], {
      description: 'How answers arrive.',
    }),
    linked_people: Type.Integer(),
    last_error: Nullable(Type.String()),
    created_at: Time,
  }),
)

export type Connection = Static<typeof Connection>

export const ConnectionTest = named(
  'ConnectionTest',
  Type.Object({
    status: Type.Enum(['ok']),
    description: Type.String(),
    sent_to: Nullable(
      Type.String({ description: 'Your account that got the message; null if none is linked.' }),
    ),
  }),
)

export const Door = named(
  'Door',
  Type.Object({
    kind: Type.Enum(['console', 'mail', 'mail-reply', 'slack', 'telegram', 'discord']),
    connection_id: Nullable(Type.String({ format: 'uuid' })),
    name: Type.String(),
    is_linked: Type.Boolean({ description: 'Whether you can answer there.' }),
    account_name: Nullable(Type.String()),
    how_to_link: Nullable(Type.String({ description: 'Where to enter a link code.' })),
  }),
)

export type Door = Static<typeof Door>

export const Doors = named('MyDoors', Type.Object({ doors: Type.Array(Door) }))

export const CreateLinkCodeBody = Type.Object({ connection_id: Type.String({ format: 'uuid' }) })

export const LinkCode = named(
  'LinkCode',
  Type.Object({
    code: Type.String(),
    instructions: Type.String(),
    url: Nullable(Type.String({ description: 'Telegram: opens the chat with the code.' })),
    expires_at: Time,
  }),
)

export const ConnectionParams = Type.Object({ connection_id: Type.String({ format: 'uuid' }) })
