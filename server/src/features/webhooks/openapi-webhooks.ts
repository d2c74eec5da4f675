import { spellOut } from '../../http/openapi-schemas.ts'
import { knownEvents } from '../events/known-events.ts'
import { Event } from '../events/schemas.ts'

const headers = [
  ['webhook-id', 'The same when the same is sent again.'],
  ['webhook-timestamp', 'When it was sent, in seconds since 1970.'],
  ['webhook-signature', '`v1,` and a signature; two of them, with a space, after a rotation.'],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

/** What subscriptions are sent, for the OpenAPI document: one webhook for each type of event. */
export function describedWebhooks() {
  const webhooks = [...knownEvents()].map(([type, { description, data }]) => {
    const name = type.replaceAll(/[._](\w)/g, (_, letter) => letter.toUpperCase())
    return [type, { post: webhook(`${name}Event`, type, description, data) }]
  })
  return { webhooks: Object.fromEntries(webhooks), schemas: { Event } }
}

function webhook(operationId: string, type: string, summary: string, data: object) {
  return {
    operationId,
    tags: ['Webhooks'],
    summary: summary.replace(/\.$/, ''),
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: spellOut(message(type, data)) } },
    },
    responses: {
      '2XX': { description: 'It was taken.' },
      410: { description: 'Nothing more is wanted; the subscription is switched off.' },
      default: { description: 'It is sent again later, for about three days.' },
    },
  }
}

function message(type: string, data: object) {
  return {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { const: type },
      timestamp: { type: 'string', format: 'date-time' },
      data: {
        allOf: [{ $ref: '#/components/schemas/Event' }],
        properties: { type: { const: type }, data },
      },
    },
  }
}
