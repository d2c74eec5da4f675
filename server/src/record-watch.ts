import type { Deps } from './deps.ts'
import { watchProviders } from './features/transcriptions/watch-providers.ts'
import { settleVideos } from './features/videos/read-videos.ts'

const everyMs = 30_000

/** Looks after records that somebody else was to end: silent providers, cancelled tasks. */
export function startRecordWatch(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>) {
  let running: Promise<unknown> = Promise.resolve()
  const look = () => {
    running = Promise.all([watchProviders(deps), settleVideos(deps)]).catch((error) => {
      deps.log.warn({ err: error }, 'records will be looked after later')
    })
  }
  const timer = setInterval(look, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
