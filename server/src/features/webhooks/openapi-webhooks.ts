import type { Components } from '../../http/openapi/components.ts'
import { knownEvents } from '../events/known-events.ts'
import { Event } from '../events/schemas.ts'

const headers = [
  ['WebhookId', 'webhook-id', 'The same for every attempt to send the same event.'],
  ['WebhookTimestamp', 'webhook-timestamp', 'When it was sent, in seconds since 1970.'],
  [
    'WebhookSignature',
    'webhook-signature',
    '`v1,` and a signature; after a rotation two of them, separated by a space.',
  ],
] as const

const replies = {
  '2XX': ['WebhookTaken', 'The event was accepted.'],
  410: ['WebhookUnwanted', 'The receiver wants no more events; the subscription is switched off.'],
  default: ['WebhookFailed', 'The server retries for about three days.'],
} as const

/** The webhooks of the OpenAPI document, one for each event type. */
export function describeWebhooks(components: Components): Record<string, object> {
  components.sent(Event)
  const parameters = headers.map(([key, name, description]) =>
    components.parameter(key, {
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    }),
  )
  const responses = Object.fromEntries(
    Object.entries(replies).map(([status, [key, description]]) => [
      status,
      components.response(key, { description }),
    ]),
  )
  const webhooks = [...knownEvents()].map(([type, { description, data }]) => {
    const name = type.replaceAll(/[._](\w)/g, (_, letter) => letter.toUpperCase())
    const schema = components.sent(message(type, data))
    const post = {
      operationId: `${name}Event`,
      tags: ['Webhooks'],
      summary: description.replace(/\.$/, ''),
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses,
    }
    return [type, { post }]
  })
  return Object.fromEntries(webhooks)
}

function message(type: string, data: object) {
  return {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time' },
      data: {
        allOf: [{ $ref: '#/components/schemas/AtelierEvent' }],
        properties: { type: { const: type }, data },
      },
    },
  }
}
