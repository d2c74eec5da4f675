import type { Deps } from './deps.ts'
import { startDispatcher } from './features/events/dispatch-events.ts'
import type { Part } from './features/feature.ts'
import { features } from './features/index.ts'
import type { Database } from './platform/postgres/db.ts'
import { endSilentTransactions } from './platform/postgres/sleeping-sessions.ts'
import { poll } from './platform/work/poll.ts'
import { queues, serviceOf } from './service.ts'

/** Starts all background work. */
export async function buildWorker(deps: Deps & { db: Database }): Promise<Part> {
  const service = serviceOf(deps)
  for (const { name, atOnce = 1, work } of queues) {
    if (work) await deps.queue.workThrough(name, atOnce, (job) => work(deps, job as never))
  }
  const parts: Part[] = []
  for (const { start } of features) if (start) parts.push(await start(deps, service))
  const followers = features.flatMap(({ follower }) => follower?.(deps) ?? [])
  parts.push(startDispatcher(deps, followers))
  const onError = (err: unknown) => deps.log.warn({ err }, 'background work failed; will retry')
  parts.push(poll({ everyMs: 10_000, onError }, () => watchAll(deps)))
  parts.push(poll({ everyMs: 600_000, atOnce: true, onError }, () => removeExpired(deps)))
  return {
    stop: async () => {
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}

/** Recovers work whose owner failed to finish it. */
async function watchAll(deps: Deps): Promise<void> {
  const watching = features.map(({ watch }) => watch?.(deps))
  await Promise.all([...watching, watchTransactions(deps)])
}

async function watchTransactions({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const ended = await endSilentTransactions(db.system)
  if (ended > 0) log.warn({ transactions: ended }, 'ended transactions of an unresponsive process')
}

export async function removeExpired(deps: Deps): Promise<void> {
  for (const { cleanUp } of features) await cleanUp?.(deps)
}
