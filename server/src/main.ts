import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Banner, banner } from './banner.ts'
import type { Config } from './config.ts'
import { openDeps } from './deps.ts'
import { linkForOwnerWithoutPassword } from './features/auth/sign-in-links.ts'
import { announceEvents } from './features/events/dispatch-events.ts'
import { bootstrap, type FirstStart } from './features/workspaces/bootstrap.ts'
import { operator } from './features/workspaces/operator.ts'
import { showBackground } from './http/background-metrics.ts'
import { buildHealthApp } from './http/health-port.ts'
import { type DatabaseServer, openDatabaseServer } from './platform/postgres/database-server.ts'
import { newestMigration } from './platform/postgres/migrate.ts'
import { joinFleet } from './platform/postgres/processes.ts'
import { backlogs, openService } from './service.ts'
import { version } from './version.ts'
import { buildWorker } from './worker.ts'

export interface RunningServer {
  /** Undefined without the role api. */
  url: string | undefined
  /** The URL of the health port, if there is one. */
  health: string | undefined
  /** Undefined unless this start found an empty database. */
  first: FirstStart | undefined
  stop(): Promise<void>
}

interface ServeOptions {
  /** Starts while the rest of the program loads. */
  database?: Promise<DatabaseServer>
  demo?: boolean
  /** Called once, when the server is ready for requests. */
  onReady?: (text: string) => void
}

/** Starts the configured roles and returns when the server is ready for requests. */
export async function serve(
  config: Config,
  { database: opening = openDatabaseServer(config), demo, onReady }: ServeOptions = {},
): Promise<RunningServer> {
  const startedAt = performance.now()
  const stopping = new AbortController()
  const opened: (() => Promise<unknown>)[] = []
  const closeAll = async () => {
    stopping.abort()
    for (const close of opened.toReversed()) await close()
  }
  try {
    const server = await opening
    opened.push(server.release)
    const deps = await openDeps(config, server)
    opened.push(deps.close)
    opened.push(await joinFleet(deps, { version, newest_migration: await newestMigration() }))
    showBackground(deps, backlogs())
    const first = await bootstrap(deps)
    const demoNotes = demo ? await openService(deps).fillDemo(deps, await operator(deps, {})) : []
    const worker = config.roles.has('worker') ? await buildWorker(deps) : announceEvents(deps)
    opened.push(worker.stop)
    const app = config.roles.has('api') ? await buildApp(deps, stopping.signal) : undefined
    if (app) opened.push(() => app.close())
    const url = app && (await listen(app, config))
    // Several workers can run on one machine, so without a setting they choose a free port.
    const healthPort = config.healthPort ?? (app ? undefined : 0)
    const health = healthPort === undefined ? undefined : buildHealthApp(deps, stopping.signal)
    if (health) {
      opened.push(() => health.close())
      await listenOn(health, config.host, healthPort as number, 'ATELIER_HEALTH_PORT')
    }

    // The link contains the server's URL, which is known only now.
    const welcome = app && (await linkForOwnerWithoutPassword(deps))
    const database = server.description
    const told: Banner = {
      ...{ url, health: health && listenUrl(health), database },
      ...{ first, welcome, demoNotes, startedAt },
    }
    deps.log.info({ address: url, health: told.health }, 'ready')
    onReady?.(banner(told))
    return { url, health: told.health, first, stop: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  await listenOn(app, config.host, config.port, 'PORT')
  const { port } = app.server.address() as { port: number }
  if (config.port === 0) config.publicUrl = config.publicUrl.replace(/:0$/, `:${port}`)
  return config.publicUrl
}

function listenUrl(app: FastifyInstance): string {
  const { address, port, family } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

async function listenOn(
  app: FastifyInstance,
  configuredHost: string,
  port: number,
  setting: string,
): Promise<void> {
  // If localhost has two addresses, Fastify listens on both. But only one of them reports a port in
  // use and waits for in-flight requests on close, so pass just one.
  const host = configuredHost === 'localhost' ? '127.0.0.1' : configuredHost
  try {
    await app.listen({ host, port })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Another program is using port ${port}. Stop it, or choose another port: ${setting}=${port + 100} npm start`,
    )
  }
}
