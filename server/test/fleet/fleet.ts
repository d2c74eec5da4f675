import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '../../src/platform/postgres/free-port.ts'
import type { ServerProcess, useProcesses } from '../processes.ts'
import { hasRedis, startRedis, stopRedis } from '../redis-server.ts'
import { startS3Server } from '../s3-server.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from './replicated-postgres.ts'

type Processes = ReturnType<typeof useProcesses>
type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

export type Role = 'api' | 'worker'

/** API and worker processes that share a database, files and, if there is one, Redis. */
export interface Fleet {
  api: ServerProcess[]
  worker: ServerProcess[]
  /** Every process reaches the database through this line. */
  databaseProxy: TcpProxy
  postgres?: ReplicatedPostgres | undefined
  storageProxy?: TcpProxy | undefined
  redis?: Redis | undefined
  /** Output of processes that ended by themselves; there must be none. */
  crashes: string[]
  /** Output of all processes, also of those that were killed. */
  output(): string
  /** Replaces a process that has ended, as a supervisor does. */
  restart(role: Role, options?: { isClockAhead?: boolean }): Promise<void>
  close(): Promise<void>
}

interface Redis {
  url: string
  start(): void
  kill(): Promise<void>
}

interface Options {
  processes: Processes
  size: number
  /** The database to use. By default the fleet gets a PostgreSQL of its own, with a standby. */
  databaseUrl?: string
}

const credentials = { accessKeyId: 'fleet', secretAccessKey: 'fleet-secret' }

export async function startFleet({ processes, size, databaseUrl }: Options): Promise<Fleet> {
  const dataDir = await processes.dataFolder()
  const isWhole = databaseUrl === undefined
  const postgres = isWhole ? await startReplicatedPostgres(dataDir) : undefined
  const databaseProxy = await startTcpProxy(postgres?.url ?? (databaseUrl as string))
  const s3 = isWhole ? await startS3Server('fleet', credentials) : undefined
  const storageProxy = s3 && (await startTcpProxy(s3.endpoint))
  const redis = isWhole ? await startFleetRedis() : undefined
  const settings = {
    // The load receives webhooks on this machine and sends more than one client may.
    ATELIER_ALLOW_CIDRS: 'webhooks=127.0.0.0/8',
    ATELIER_RATE_LIMIT_PER_SECOND: '0',
    ATELIER_WORKSPACE_RATE_LIMIT_PER_SECOND: '0',
    DATABASE_URL: databaseProxy.url,
    ...(redis && { REDIS_URL: redis.url }),
    ...(storageProxy && {
      ATELIER_S3_BUCKET: 'fleet',
      ATELIER_S3_ENDPOINT: storageProxy.baseUrl,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    }),
  }
  const crashes: string[] = []
  const started: ServerProcess[] = []
  const start = async (role: Role, isClockAhead = false) => {
    const preload = pathToFileURL(join(import.meta.dirname, 'clock-ahead.js'))
    const clock = isClockAhead ? { NODE_OPTIONS: `--import=${preload}` } : {}
    const server = await processes.startServer({
      dataDir,
      env: { ...settings, ...clock, ATELIER_ROLES: role },
    })
    started.push(server)
    void server.exit.then(({ code, signal, output }) => {
      if (code !== 0 && signal !== 'SIGKILL') crashes.push(`${role}, ${code ?? signal}: ${output}`)
    })
    return server
  }
  const some = (role: Role) => Promise.all(Array.from({ length: size }, () => start(role)))
  const fleet: Fleet = {
    api: await some('api'),
    worker: await some('worker'),
    databaseProxy,
    postgres,
    storageProxy,
    redis,
    crashes,
    output: () => started.map((server) => server.output()).join('\n'),
    restart: async (role, { isClockAhead = false } = {}) => {
      fleet[role][0] = await supervise(() => start(role, isClockAhead))
    },
    close: async () => {
      await Promise.all([...fleet.api, ...fleet.worker].map((one) => one.stop()))
      await redis?.kill()
      await storageProxy?.close()
      await s3?.close()
      await databaseProxy.close()
      await postgres?.close()
    },
  }
  return fleet
}

/** Starts again until it succeeds, as a supervisor does while the database is away. */
async function supervise<T>(start: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start()
    } catch (error) {
      if (attempt === 20) throw error
    }
  }
}

/** Undefined on machines without Redis: the fleet then uses PostgreSQL alone. */
async function startFleetRedis(): Promise<Redis | undefined> {
  if (!hasRedis) return undefined
  const port = await freePort()
  let child = startRedis(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    start: () => {
      child = startRedis(port)
    },
    kill: () => stopRedis(child),
  }
}
