import { hoursAgo } from '../../lib/hours-ago.ts'
import type { Feature } from '../feature.ts'
import { invitationEvents } from './events.ts'
import { invitationRoutes } from './routes.ts'

export const invitations: Feature = {
  name: 'invitations',
  operations: (_service, deps) => invitationRoutes(deps),
  cleanUp: ({ db, clock }) =>
    db.system`delete from invitations
      where accepted_at is null and expires_at < ${hoursAgo(clock, 30 * 24)}`,
  events: invitationEvents,
}
