import type { Feature } from '../feature.ts'
import { taskInputRoutes } from './routes.ts'

/** The inputs of tasks. Depends on tasks and assets, which do not depend on it. */
export const taskInputs: Feature = {
  name: 'task-inputs',
  operations: taskInputRoutes,
}
