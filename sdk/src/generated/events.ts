// Generated from docs/openapi.json by "npm run generate". Do not edit.

import type { AnyEvent, EventData } from './types.ts'

export type EventType = keyof EventData

/**
 * An event. Compare `type` to get the type of its `data`. A newer server may also send types that
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
