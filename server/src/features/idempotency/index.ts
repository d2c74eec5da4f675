import type { Feature } from '../feature.ts'
import { removeOldKeys } from './remove-old-keys.ts'
import { idempotencyRoutes } from './routes.ts'

export const idempotency: Feature = {
  name: 'idempotency',
  tags: { Idempotency: 'Look up the response to a request whose response you never received.' },
  operations: idempotencyRoutes,
  cleanUp: removeOldKeys,
}
