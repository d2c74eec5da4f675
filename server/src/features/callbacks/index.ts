import type { Feature } from '../feature.ts'
import { callbackRoutes } from './routes.ts'

export const callbacks: Feature = {
  name: 'callbacks',
  operations: callbackRoutes,
}
