import type { Feature } from '../feature.ts'
import { demoRoutes } from './demo-routes.ts'
import { workspaceEvents } from './events.ts'
import { workspaceRoutes } from './routes.ts'

export const workspaces: Feature = {
  name: 'workspaces',
  tags: { Workspaces: 'The workspace of the credential, and its settings.' },
  operations: (service) => [...workspaceRoutes(), ...demoRoutes(service)],
  events: workspaceEvents,
}
