import { readConfig } from '@atelier/server/config.ts'
import { type RunningServer, serve } from '@atelier/server/main.ts'
import { version } from '@atelier/server/version.ts'
import { Command } from 'commander'

const stopDeadlineMs = 9_000

export function serveCommand(): Command {
  return new Command('serve')
    .description('start the server (what "npm start" does)')
    .option('--demo', 'fill the workspace with something to explore')
    .option('--json', 'tell the address as JSON when it is ready')
    .action(async (options: { demo?: boolean; json?: boolean }) => {
      const running = await serve(readConfig(), {
        demo: options.demo === true,
        onReady: (text) => {
          if (!options.json) process.stdout.write(`\n${text}\n`)
        },
      })
      if (options.json) {
        process.stdout.write(
          `${JSON.stringify({ address: running.address, version, pid: process.pid })}\n`,
        )
      }
      stopOnSignals(running)
    })
}

/** The first signal lets requests in flight finish; the second one, or the deadline, does not wait. */
function stopOnSignals(running: RunningServer): void {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(130)
    stopping = true
    process.stderr.write('\nStopping: finishing what is under way. Ctrl-C again stops at once.\n')
    setTimeout(() => process.exit(1), stopDeadlineMs).unref()
    running.stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`Stopped with an error: ${error.message}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
