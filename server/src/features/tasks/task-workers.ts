import type { Deps } from '../../deps.ts'
import { poll } from '../../platform/work/poll.ts'
import type { Lane, TaskKind } from './kinds.ts'
import { overdueLanes } from './lease-queries.ts'
import { runNextTask } from './run-task.ts'
import { queueOfLane } from './submit-task.ts'

const lightTasks = 4
const pollEveryMs = 3000
const maxWakeUps = 50

/** Well below the queue's job timeout; polling picks up the rest. */
const longestTurnMs = 5 * 60_000

/**
 * Runs tasks when the queue delivers jobs. Regular polling finds tasks whose worker died or whose
 * job was lost, and enqueues jobs for them; an extra job does no harm.
 */
export async function startTaskWorkers(
  deps: Deps,
  all: readonly TaskKind[],
): Promise<{ stop(): Promise<void> }> {
  const kinds = new Map(all.map((kind) => [kind.name, kind]))
  const stopping = new AbortController()
  const concurrency: Record<Lane, number> = { heavy: deps.config.heavyTasks, light: lightTasks }
  for (const lane of ['heavy', 'light'] as const) {
    await deps.queue.work(queueOfLane[lane], concurrency[lane], () =>
      runAll(deps, kinds, lane, stopping.signal),
    )
  }
  const onError = (err: unknown) => deps.log.warn({ err }, 'could not wake overdue tasks')
  const polling = poll({ everyMs: pollEveryMs, onError }, () => wakeOverdue(deps))
  return {
    stop: async () => {
      stopping.abort()
      await polling.stop()
    },
  }
}

/** One job is enough to run all tasks of a lane; the jobs of the other tasks then find nothing. */
async function runAll(
  deps: Deps,
  kinds: ReadonlyMap<string, TaskKind>,
  lane: Lane,
  stopping: AbortSignal,
): Promise<void> {
  const end = Date.now() + longestTurnMs
  while (Date.now() < end && !stopping.aborted) {
    if (!(await runNextTask(deps, kinds, lane, stopping))) return
  }
}

async function wakeOverdue({ db, queue }: Pick<Deps, 'db' | 'queue'>): Promise<void> {
  for (const { lane, count } of await overdueLanes(db.system)) {
    await db.transaction('system', async (tx) => {
      for (let sent = 0; sent < Math.min(count, maxWakeUps); sent++) {
        await queue.send(tx, queueOfLane[lane], {})
      }
    })
  }
}
