import type { Feature } from '../feature.ts'
import { removeOldKeys } from './remove-old-keys.ts'
import { idempotencyRoutes } from './routes.ts'

export const idempotency: Feature = {
  name: 'idempotency',
  tags: { Idempotency: 'What a request was answered whose answer was lost.' },
  operations: idempotencyRoutes,
  cleanUp: removeOldKeys,
}
