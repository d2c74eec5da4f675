import type { Feature } from '../feature.ts'
import { grantRoutes } from './grant-routes.ts'
import { removeEnded } from './queries.ts'

export const oauth: Feature = {
  name: 'oauth',
  operations: grantRoutes,
  cleanUp: ({ db, clock }) => removeEnded(db.system, clock()),
}
