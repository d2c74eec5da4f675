import { Type } from 'typebox'
import { Nullable } from '../../http/schemas.ts'
import { event, nothing, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

export const engineEvents = {
  'engine.chosen': event(
    'workspace',
    'Another engine does this work from now on.',
    Type.Object({ kind: text, model: Nullable(text) }),
  ),
  'engine.reset': event('workspace', 'The engine is the default one again.', nothing),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof engineEvents> {}
}
