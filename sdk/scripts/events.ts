import type { ApiDocument, Schema } from './document.ts'

interface EventMessage extends Schema {
  properties: { data: Schema & { properties: { data: Schema } } }
}

/** The schema of each event's `data`, by the type of the event. */
export function eventSchemas(document: ApiDocument): Record<string, Schema> {
  const entries = Object.entries(document.webhooks).map(([type, { post }]) => {
    const { schema } = post.requestBody.content['application/json'] as { schema: EventMessage }
    return [type, schema.properties.data.properties.data] as const
  })
  return Object.fromEntries(entries)
}

/** Turns the generic event type into a union that `type` tells apart. */
export const eventsModule = `import type { AnyEvent, EventData } from './types.ts'

export type EventType = keyof EventData

/**
 * An event. Compare \`type\` to get the type of its \`data\`. A newer server may also send types that
 * this client doesn't know.
 */
export type EventUnion = {
  [Type in EventType]: Omit<AnyEvent, 'type' | 'data'> & { type: Type; data: EventData[Type] }
}[EventType]

/** The body of a webhook of a subscription. */
export type WebhookMessage = {
  [Type in EventType]: {
    type: Type
    timestamp: string
    data: Extract<EventUnion, { type: Type }>
  }
}[EventType]
`
