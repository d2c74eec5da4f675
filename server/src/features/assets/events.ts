import { Type } from 'typebox'
import { event, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

const Asset = Type.Object({ name: text, asset_type: Type.Integer() })

export const assetEvents = {
  'asset.created': event('space', 'A file was added, by upload or as a result.', Asset),
  'asset.deleted': event('space', 'A file was deleted.', Type.Object({ name: text })),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof assetEvents> {}
}
