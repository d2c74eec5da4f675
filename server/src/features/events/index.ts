import { hoursAgo } from '../../lib/hours-ago.ts'
import type { Feature } from '../feature.ts'
import { waitingEvents } from './dispatch-events.ts'
import { eventRoutes } from './routes.ts'

export const events: Feature = {
  name: 'events',
  tags: { Events: 'Everything that happens in the workspace, in order.' },
  operations: eventRoutes,
  backlog: waitingEvents,
  cleanUp: ({ db, clock, config }) =>
    db.system`delete from events
      where created_at < ${hoursAgo(clock, config.eventRetentionDays * 24)} and seq is not null`,
}
