import Fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Database } from '../platform/postgres/db.ts'
import { useProblems } from './errors.ts'
import { watchMethods } from './gate/method-not-allowed.ts'
import { serveHealth } from './health.ts'
import { serveMetrics } from './metrics.ts'

/** Health and metrics without the API: for workers, which have no API, and for ports kept private. */
export function buildHealthApp(
  deps: Pick<Deps, 'bus' | 'clock' | 'config' | 'loops' | 'metrics' | 'sharesStorage'> & {
    db: Database
  },
  stopping: AbortSignal,
): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  useProblems(app, watchMethods(app))
  serveHealth(app, deps, stopping)
  serveMetrics(app, deps.metrics, deps.config.metricsToken)
  return app
}
