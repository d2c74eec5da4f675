import type { Config } from '@atelier/server/config.ts'
import type { RunningServer } from '@atelier/server/main.ts'
import { Command } from 'commander'
import { exitCode } from './exit-codes.ts'
import { version } from './version.ts'

const stopDeadlineMs = 9_000

/** One Ctrl-C can arrive twice: from the terminal, and forwarded by the launcher in bin. */
export const sameSignalMs = 500

const parentCheckMs = 500

type Report = (text: string, error?: Error) => void

interface Options {
  demo?: boolean
  json?: boolean
  stopWithParent?: boolean
}

export function serveCommand(): Command {
  return new Command('serve')
    .option('--demo', 'fill the workspace with demo data')
    .option('--json', 'when ready, print the URL and, on the first start, the key as JSON')
    .option('--stop-with-parent', 'stop when the parent process ends')
    .action(runServe)
}

async function runServe(options: Options): Promise<void> {
  // npx starts us through a shell that ends without forwarding the signal.
  const isFromNpx = process.env.npm_lifecycle_event === 'npx'
  const parent = options.stopWithParent || isFromNpx ? process.ppid : undefined
  const { readConfig } = await import('@atelier/server/config.ts')
  const config = readConfig()
  const report = await reporter(config)
  const starting = start(config, options)
  stopOnSignals(starting, parent, report)
  const { url, health, first } = await starting
  if (!options.json) return
  // One line, because the process keeps running and its reader can't wait for the end.
  const told = {
    address: url ?? null,
    health: health ?? null,
    version,
    pid: process.pid,
    first_start: first ?? null,
  }
  process.stdout.write(`${JSON.stringify(told)}\n`)
}

async function start(config: Config, options: Options): Promise<RunningServer> {
  const { openDatabaseServer } = await import(
    '@atelier/server/platform/postgres/database-server.ts'
  )
  // PostgreSQL starts in a process of its own, so the rest of the program loads meanwhile.
  const database = openDatabaseServer(config)
  // `serve` handles a failure, once it is loaded.
  database.catch(() => {})
  const { serve } = await import('@atelier/server/main.ts')
  return serve(config, {
    database,
    demo: options.demo === true,
    onReady: (text) => {
      if (!options.json) process.stdout.write(`\n${text}\n`)
    },
  })
}

/** Log lines in a JSON log stay JSON; people at a terminal get a sentence. */
async function reporter(config: Config): Promise<Report> {
  if (config.logFormat !== 'json') return (text) => process.stderr.write(`\n${text}\n`)
  const { createLogger } = await import('@atelier/server/platform/logger.ts')
  const log = createLogger(config)
  return (text, error) => (error ? log.error({ err: error }, text) : log.info(text))
}

/**
 * The first signal lets requests in flight finish, even during startup: the database server that
 * was started must be stopped again. The second signal, or the deadline, doesn't wait. If there is
 * a parent to watch, its end counts as the first signal.
 */
function stopOnSignals(
  starting: Promise<RunningServer>,
  parent: number | undefined,
  report: Report,
): void {
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince !== undefined) return
    stoppingSince = performance.now()
    report('Stopping after requests in progress finish. Press Ctrl-C again to stop now.')
    setTimeout(() => process.exit(exitCode.failed), stopDeadlineMs).unref()
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(exitCode.done),
        (error) => {
          report(`Stopped with an error: ${error.message}`, error)
          process.exit(exitCode.failed)
        },
      )
  }
  const onSignal = () => {
    const isSecond =
      stoppingSince !== undefined && performance.now() - stoppingSince >= sameSignalMs
    if (isSecond) process.exit(exitCode.stoppedAtOnce)
    stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  // A closed terminal accepts no more output; that is no reason to stop without draining.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  if (parent === undefined) return
  // An orphaned process gets a new parent, so a new parent id means that the old parent has ended.
  const checkParent = () => {
    if (process.ppid !== parent) stop()
  }
  setInterval(checkParent, parentCheckMs).unref()
}
