import type { Feature } from '../feature.ts'
import { taskInputRoutes } from './routes.ts'

/** What tasks were asked. It knows tasks and assets, which do not know it. */
export const taskInputs: Feature = {
  name: 'task-inputs',
  operations: taskInputRoutes,
}
