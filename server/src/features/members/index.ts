import type { Feature } from '../feature.ts'
import { demoPeople } from './demo.ts'
import { memberEvents } from './events.ts'
import { memberRoutes } from './routes.ts'

export const members: Feature = {
  name: 'members',
  tags: { Members: 'The people of a workspace, and who is invited.' },
  operations: memberRoutes,
  demoPeople,
  events: memberEvents,
}
