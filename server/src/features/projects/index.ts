import type { Feature } from '../feature.ts'
import { projectEvents } from './events.ts'
import { projectRoutes } from './routes.ts'

export const projects: Feature = {
  name: 'projects',
  tags: { Projects: 'State stored as JSON, with every revision.' },
  operations: projectRoutes,
  events: projectEvents,
}
