import { Type } from 'typebox'
import { event, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const Voice = Type.Object({ voice_name: text, published: Type.Boolean() })

export const voiceEvents = {
  'voice.created': event('workspace', 'A voice was added.', Voice),
  'voice.updated': event('workspace', 'A voice was changed.', Voice),
  'voice.deleted': event('workspace', 'A voice was deleted.', Voice),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof voiceEvents> {}
}
