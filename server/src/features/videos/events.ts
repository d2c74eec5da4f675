import { Type } from 'typebox'
import { event, nothing, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

export const videoEvents = {
  'video.submitted': event('space', 'A video was requested.', Type.Object({ model: text })),
  'video.done': event('space', 'A video is ready.', nothing),
  'video.failed': event('space', 'A video failed.', nothing),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof videoEvents> {}
}
