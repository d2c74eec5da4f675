import type { Feature } from '../feature.ts'
import { invitationEvents } from './events.ts'
import { removeOldInvitations } from './remove-old-invitations.ts'
import { invitationRoutes } from './routes.ts'

export const invitations: Feature = {
  name: 'invitations',
  operations: (_service, deps) => invitationRoutes(deps),
  cleanUp: removeOldInvitations,
  events: invitationEvents,
}
