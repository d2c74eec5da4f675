import type { Deps } from './deps.ts'
import { startDispatcher } from './features/events/dispatch-events.ts'
import type { Part } from './features/feature.ts'
import { features } from './features/index.ts'
import { dropSlots } from './platform/backup/slots.ts'
import { removeOldCounts } from './platform/counts/postgres-counts.ts'
import type { Database } from './platform/postgres/db.ts'
import {
  endSilentTransactions,
  selectSilentTransactions,
} from './platform/postgres/sleeping-sessions.ts'
import { removeFailedJobs } from './platform/queue/job-queries.ts'
import { sealColumn } from './platform/sealed-columns.ts'
import { type DueWork, watchDue } from './platform/work/due.ts'
import { poll } from './platform/work/poll.ts'
import { openService } from './service.ts'

export interface Worker extends Part {
  /** Checks now what is due; otherwise this happens every two seconds. */
  checkDue(): void
}

/** Starts all background work. */
export async function buildWorker(deps: Deps & { db: Database }): Promise<Worker> {
  const service = openService(deps)
  for (const { work, ...settings } of features.flatMap(({ queues = [] }) => queues)) {
    deps.queue.work(settings, (job) => work(deps, job as never, service))
  }
  const parts: Part[] = []
  for (const { start } of features) if (start) parts.push(await start(deps, service))
  const followers = features.flatMap(({ follower }) => follower?.(deps) ?? [])
  parts.push(startDispatcher(deps, followers))
  const onError = (err: unknown) => deps.log.warn({ err }, 'background work failed; will retry')
  const cleanUp = { loops: deps.loops, name: 'cleanup', maxSeconds: 3600, onError }
  parts.push(poll({ ...cleanUp, everyMs: 600_000, atOnce: true }, () => removeExpired(deps)))
  if (deps.backups) parts.push(deps.backups.start())
  else if (!deps.config.databaseUrl) await dropSlots(deps.db.system)
  const due = watchDue(deps, [
    deps.queue.due,
    silentTransactions(deps),
    ...features.flatMap(({ due }) => due?.(deps) ?? []),
    ...parts.flatMap(({ due = [] }) => due),
  ])
  return {
    checkDue: due.wake,
    stop: async () => {
      await due.stop()
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}

function silentTransactions({ db, log }: Pick<Deps, 'db' | 'log'>): DueWork {
  const work = async () => {
    const ended = await endSilentTransactions(db.system)
    if (ended > 0)
      log.warn({ transactions: ended }, 'ended transactions of an unresponsive process')
  }
  return { name: 'silent transactions', dueAt: selectSilentTransactions, clock: 'database', work }
}

/** A cleanup that fails does not keep the others from running. */
export async function removeExpired(deps: Deps): Promise<void> {
  for (const { name, cleanUp, sealedColumns = [] } of features) {
    const onError = (err: unknown) =>
      deps.log.warn({ err, feature: name }, 'a cleanup failed; will retry')
    await cleanUp?.(deps).catch(onError)
    for (const column of sealedColumns) await sealColumn(deps, column).catch(onError)
  }
  await removeFailedJobs(deps.db.system)
  await removeOldCounts(deps.db)
}
