import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { type Random, systemRandom } from './lib/random.ts'
import type { Bus } from './platform/bus/bus.ts'
import { openPostgresBus } from './platform/bus/postgres-bus.ts'
import { createLogger } from './platform/logger.ts'
import { type Database, type Db, openDatabase } from './platform/postgres/db.ts'
import { openEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { migrate } from './platform/postgres/migrate.ts'

/** What use cases are given. Each names the part that it needs: `Pick<Deps, 'db' | 'clock'>`. */
export interface Deps {
  config: Config
  log: Logger
  db: Db
  bus: Bus
  clock: () => Date
  random: Random
  metrics: Metrics
}

export interface OpenDeps extends Deps {
  db: Database
  /** Closes everything that was opened, in reverse. */
  close(): Promise<void>
}

export interface DatabaseServer {
  url: string
  /** "embedded PostgreSQL 18.4 in …", for the person at the terminal. */
  description: string
  release(): Promise<void>
}

/** The operator's PostgreSQL, or the embedded one in the data folder. */
export async function openDatabaseServer(config: Config): Promise<DatabaseServer> {
  if (config.databaseUrl) {
    const { host, pathname } = new URL(config.databaseUrl)
    const description = `PostgreSQL at ${host}${pathname}`
    return { url: config.databaseUrl, description, release: async () => {} }
  }
  const embedded = await openEmbeddedPostgres(config.dataDir)
  const description = `embedded PostgreSQL ${embedded.version} in ${embedded.folder}`
  return { url: embedded.url, description, release: embedded.release }
}

/** Composition root: everything that the service is made of, opened in order. */
export async function openDeps(config: Config, server: DatabaseServer): Promise<OpenDeps> {
  const log = createLogger(config)
  await migrate(server.url)
  const db = openDatabase(server.url)
  const bus = await openBus(config, db, log).catch(async (error) => {
    await db.close()
    throw error
  })
  return {
    config,
    log,
    db,
    bus,
    clock: () => new Date(),
    random: systemRandom,
    metrics: createMetrics(),
    close: async () => {
      await bus.close()
      await db.close()
    },
  }
}

async function openBus({ redisUrl }: Config, db: Database, log: Logger): Promise<Bus> {
  if (!redisUrl) return openPostgresBus(db)
  // Most installations have no Redis; they need not load its client at every start.
  const { openRedisBus } = await import('./platform/bus/redis-bus.ts')
  return openRedisBus(redisUrl, log)
}
