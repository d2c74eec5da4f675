import { Type } from 'typebox'
import { Nullable } from '../../http/schemas.ts'
import { event, nothing, text } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'

export const engineEvents = {
  'engine.chosen': event(
    'workspace',
    'Another engine was chosen.',
    Type.Object({ kind: text, model: Nullable(text) }),
  ),
  'engine.reset': event('workspace', 'The default engine was restored.', nothing),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof engineEvents> {}
}
