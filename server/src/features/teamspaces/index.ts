import type { Feature } from '../feature.ts'
import { demoTeamspaces, teamspaceGuards } from './demo.ts'
import { teamspaceEvents } from './events.ts'
import { teamspaceRoutes } from './routes.ts'

export const teamspaces: Feature = {
  name: 'teamspaces',
  tags: { Teamspaces: 'Parts of a workspace with their own members.' },
  operations: teamspaceRoutes,
  demo: demoTeamspaces,
  demoGuards: teamspaceGuards,
  events: teamspaceEvents,
}
