import { type Static, Type } from 'typebox'
import { named, Time } from '../../../http/schemas.ts'

const channel = {
  maxLength: 80,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  description: 'Name of the channel, such as agent-alerts.',
}

const facts = {
  id: Type.String({ format: 'uuid' }),
  channel: Type.String(channel),
  name: Type.String({ description: 'The author of its messages.' }),
  created_at: Time,
  last_used_at: Type.Union([Time, Type.Null()]),
}

export const IncomingWebhook = named('IncomingWebhook', Type.Object(facts))

export type IncomingWebhook = Static<typeof IncomingWebhook>

export const NewIncomingWebhook = named(
  'NewIncomingWebhook',
  Type.Object({
    ...facts,
    url: Type.String({ description: 'Everyone who knows it can post. It is never shown again.' }),
  }),
)

export const CreateIncomingWebhookBody = Type.Object({
  channel: Type.Optional(Type.String({ ...channel, default: 'agent-alerts' })),
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
})

export type CreateIncomingWebhookBody = Static<typeof CreateIncomingWebhookBody>
