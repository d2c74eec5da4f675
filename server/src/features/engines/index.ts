import type { Feature } from '../feature.ts'
import { engineEvents } from './events.ts'
import { engineRoutes } from './routes.ts'
import { sealedEngineKey } from './sealed-settings.ts'

export const engines: Feature = {
  name: 'engines',
  tags: { Engines: 'Which engine does the work: the embedded one or an external one.' },
  operations: engineRoutes,
  events: engineEvents,
  sealedColumns: [sealedEngineKey],
}
