import type { Feature } from '../feature.ts'
import { waitingEvents } from './dispatch-events.ts'
import { removeOldEvents } from './remove-old-events.ts'
import { eventRoutes } from './routes.ts'

export const events: Feature = {
  name: 'events',
  tags: { Events: 'Everything that happens in the workspace, in order.' },
  operations: eventRoutes,
  backlog: waitingEvents,
  cleanUp: removeOldEvents,
}
