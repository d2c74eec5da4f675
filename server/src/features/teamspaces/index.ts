import type { Feature } from '../feature.ts'
import { demoTeamspaces } from './demo.ts'
import { teamspaceEvents } from './events.ts'
import { teamspaceRoutes } from './routes.ts'

export const teamspaces: Feature = {
  name: 'teamspaces',
  tags: { Teamspaces: 'Parts of a workspace with their own members.' },
  operations: teamspaceRoutes,
  demo: (deps, { owner, people }) => demoTeamspaces(deps, owner, people),
  events: teamspaceEvents,
}
