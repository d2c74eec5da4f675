import type { Feature } from '../feature.ts'
import { apiKeyEvents } from './events.ts'
import { apiKeyRoutes } from './routes.ts'

export const apiKeys: Feature = {
  name: 'api-keys',
  tags: { Credentials: 'API keys, and signing in with a password.' },
  operations: apiKeyRoutes,
  events: apiKeyEvents,
}
