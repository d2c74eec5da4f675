import { Type } from 'typebox'
import { event, text } from '../../src/features/events/describe-event.ts'
import type { EventsOf } from '../../src/features/events/event-types.ts'

export const noteEvents = {
  'note.created': event('workspace', 'A note was created.', Type.Object({ text })),
}

declare module '../../src/features/events/event-types.ts' {
  interface EventMap extends EventsOf<typeof noteEvents> {}
}
