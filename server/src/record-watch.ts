import type { Deps } from './deps.ts'
import { expireQuestions } from './features/questions/expire-questions.ts'
import { watchPosts } from './features/social/watch-posts.ts'
import { watchProviders } from './features/transcriptions/watch-providers.ts'
import { settleVideos } from './features/videos/read-videos.ts'
import { endSilentTransactions } from './platform/postgres/sleeping-sessions.ts'

const everyMs = 10_000

/** Looks after what somebody else was to end: providers, cancelled tasks, questions, posts, transactions. */
export function startRecordWatch(deps: Pick<Deps, 'db' | 'clock' | 'config' | 'log' | 'queue'>) {
  let running: Promise<unknown> = Promise.resolve()
  const look = () => {
    running = Promise.all([
      watchProviders(deps),
      settleVideos(deps),
      expireQuestions(deps),
      watchPosts(deps),
      watchSessions(deps),
    ]).catch((error) => {
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

async function watchSessions({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const ended = await endSilentTransactions(db.system)
  if (ended > 0) log.warn({ transactions: ended }, 'ended transactions of a process that is silent')
}
