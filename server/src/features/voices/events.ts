import { Type } from 'typebox'
import { event, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const Voice = Type.Object({ voice_name: text, published: Type.Boolean() })

export const voiceEvents = {
  'voice.created': event('space', 'A voice was added.', Voice),
  'voice.updated': event('space', 'A voice was changed.', Voice),
  'voice.deleted': event('space', 'A voice was deleted.', Voice),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof voiceEvents> {}
}
