import type { Feature } from '../feature.ts'
import { demoPeople } from './demo.ts'
import { memberEvents } from './events.ts'
import { memberRoutes } from './routes.ts'

export const members: Feature = {
  name: 'members',
  tags: { Members: 'The members of a workspace, and invitations.' },
  operations: memberRoutes,
  demoPeople,
  events: memberEvents,
}
