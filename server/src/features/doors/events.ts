import { Type } from 'typebox'
import { event, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const Connected = Type.Object({ kind: text, name: text })

export const doorEvents = {
  'connection.created': event('administrators', 'A chat app or mailbox was connected.', Connected),
  'connection.deleted': event(
    'administrators',
    'A chat app or mailbox was disconnected.',
    Connected,
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof doorEvents> {}
}
