import { Type } from 'typebox'
import { event } from '../events/describe-event.ts'
import type { EventsOf } from '../events/event-types.ts'
import { QuotaLimits } from './schemas.ts'

export const quotaEvents = {
  'quota.updated': event(
    'workspace',
    'The operator changed limits of the workspace.',
    Type.Object({ limits: QuotaLimits, reset: Type.Array(Type.String()) }),
  ),
}

declare module '../events/event-types.ts' {
  interface EventMap extends EventsOf<typeof quotaEvents> {}
}
