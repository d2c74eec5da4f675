import { Type } from 'typebox'
import { event, text, texts } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

export const apiKeyEvents = {
  'api_key.created': event(
    'owner',
    'An API key was created.',
    Type.Object({ name: text, prefix: text, scopes: texts }),
  ),
  'api_key.revoked': event(
    'owner',
    'An API key was revoked.',
    Type.Object({ name: text, prefix: text }),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof apiKeyEvents> {}
}
