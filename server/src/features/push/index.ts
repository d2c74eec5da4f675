import type { Feature } from '../feature.ts'
import { pushRoutes } from './routes.ts'

export const push: Feature = {
  name: 'push',
  tags: { Push: 'Notifications on people’s devices.' },
  operations: pushRoutes,
}
