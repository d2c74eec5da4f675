import { Type } from 'typebox'
import { event, nothing, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

export const videoEvents = {
  'video.submitted': event('workspace', 'A video was requested.', Type.Object({ model: text })),
  'video.done': event('workspace', 'A video is ready.', nothing),
  'video.failed': event('workspace', 'A video failed.', nothing),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof videoEvents> {}
}
