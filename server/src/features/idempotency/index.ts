import { idempotencyHours } from '../../http/gate/idempotency.ts'
import { hoursAgo } from '../../lib/hours-ago.ts'
import type { Feature } from '../feature.ts'
import { idempotencyRoutes } from './routes.ts'

export const idempotency: Feature = {
  name: 'idempotency',
  tags: { Idempotency: 'Look up the response to a request whose response you never received.' },
  operations: idempotencyRoutes,
  cleanUp: ({ db, clock }) =>
    db.system`delete from idempotency_keys where created_at < ${hoursAgo(clock, idempotencyHours)}`,
}
