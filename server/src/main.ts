import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Banner, banner } from './banner.ts'
import type { Config } from './config.ts'
import { fillDemo } from './demo.ts'
import { openDatabaseServer, openDeps } from './deps.ts'
import { bootstrap, type FirstStart } from './features/workspaces/bootstrap.ts'
import { buildWorker } from './worker.ts'

export interface RunningServer {
  address: string
  /** Undefined unless this start found an empty database. */
  first: FirstStart | undefined
  stop(): Promise<void>
}

interface ServeOptions {
  demo?: boolean
  /** Told once, when the first request can be answered. */
  onReady?: (text: string) => void
}

/** Starts what the configuration asks for and returns when the first request can be answered. */
export async function serve(
  config: Config,
  { demo, onReady }: ServeOptions = {},
): Promise<RunningServer> {
  const startedAt = performance.now()
  const server = await openDatabaseServer(config)
  const stopping = new AbortController()
  try {
    const deps = await openDeps(config, server)
    const first = await bootstrap(deps)
    const demoNotes = demo ? await fillDemo(deps) : []
    const app = config.roles.has('api') ? await buildApp(deps, stopping.signal) : undefined
    const worker = config.roles.has('worker') ? buildWorker(deps) : undefined
    const address = app ? await listen(app, config) : 'no address (this process has no api role)'

    const told: Banner = { address, database: server.description, first, demoNotes, startedAt }
    onReady?.(banner(told))
    return {
      address,
      first,
      stop: async () => {
        stopping.abort()
        await app?.close()
        await worker?.stop()
        await deps.close()
        await server.release()
      },
    }
  } catch (error) {
    await server.release()
    throw error
  }
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Port ${config.port} is taken by another program. Stop it, or choose another port: PORT=4700 npm start`,
    )
  }
  const { port } = app.server.address() as { port: number }
  if (config.port === 0) config.publicUrl = config.publicUrl.replace(/:0$/, `:${port}`)
  return config.publicUrl
}
