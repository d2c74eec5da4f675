import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import type { Part } from '../feature.ts'
import type { Lane, TaskKind } from './kinds.ts'
import { selectNextTask } from './lease-queries.ts'
import { runNextTask } from './run-task.ts'
import { tasksTopic } from './submit-task.ts'

const lanes = ['heavy', 'light'] as const
const lightTasks = 4
const stopPatienceMs = 5000

/**
 * Runs tasks: after a signal, when a retry is due, and when the lease of a worker that died ends.
 * Each lane has a few workers, which take tasks until none is left.
 */
export function startTaskWorkers(deps: Deps, all: readonly TaskKind[]): Part {
  const kinds = new Map(all.map((kind) => [kind.name, kind]))
  const stopping = new AbortController()
  const free: Record<Lane, number> = { heavy: deps.config.heavyTasks, light: lightTasks }
  const running = new Set<Promise<void>>()

  async function runAll(lane: Lane): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        if (!(await runNextTask(deps, kinds, lane, stopping.signal))) return
      }
    } catch (err) {
      deps.log.warn({ err, lane }, 'a task worker failed; the next due task starts another')
    }
  }

  /** Starts one more worker; false if all are busy. */
  function wake(lane: Lane): boolean {
    if (!(free[lane] > 0) || stopping.signal.aborted) return false
    free[lane]--
    const work = runAll(lane).finally(() => {
      free[lane]++
      running.delete(work)
    })
    running.add(work)
    return true
  }

  function wakeAll(lane: Lane): void {
    while (wake(lane));
  }

  const stopReceiving = deps.signals.receive(tasksTopic, (lane) => wake(lane as Lane))
  return {
    due: lanes.map((lane) => ({
      name: `due ${lane} tasks`,
      dueAt: (sql, after) => selectNextTask(sql, lane, after),
      clock: 'database',
      work: () => wakeAll(lane),
    })),
    stop: async () => {
      stopReceiving()
      stopping.abort()
      // Their tasks now fail and are given back.
      await deps.engines.close()
      await Promise.race([Promise.all(running), sleep(stopPatienceMs, undefined, { ref: false })])
    },
  }
}
