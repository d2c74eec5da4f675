import type { Feature } from '../feature.ts'
import { quotaEvents } from './events.ts'
import { removeOldWindows } from './queries.ts'
import { quotaRoutes } from './routes.ts'

export const quotas: Feature = {
  name: 'quotas',
  tags: { Usage: 'What a workspace uses, and its quotas.' },
  operations: quotaRoutes,
  events: quotaEvents,
  cleanUp: ({ db, clock }) => removeOldWindows(db.system, clock()),
}
