import type { Db, Tx } from '../postgres/db.ts'
import type { DueWork } from '../work/due.ts'
import type { Signals } from '../work/signals.ts'
import { insertJob } from './job-queries.ts'
import { JobRunner, type Needs, type QueueSettings } from './job-runner.ts'

export interface SendOptions {
  afterSeconds?: number
  /** The span that the job belongs to; by default, the current one. */
  trace?: string | null
}

/** Jobs in the database we use anyway: a job sent in a transaction commits with it. */
export interface Queue {
  send(tx: Tx, name: string, data: object, options?: SendOptions): Promise<void>
  /** Runs `handle` for each job of a queue. A job whose handler throws is retried. */
  work<T extends object>(settings: QueueSettings, handle: (data: T) => Promise<void>): void
  /** Delayed jobs, retries, jobs whose signal was lost, and jobs of processes that died. */
  due: DueWork
  /** Waits for running jobs, then gives back the rest. */
  stop(patienceMs?: number): Promise<void>
}

const jobsTopic = 'jobs'

export function openQueue({ signals, ...needs }: Needs & { db: Db; signals: Signals }): Queue {
  const runner = new JobRunner(needs)
  const stopReceiving = signals.receive(jobsTopic, (name) => runner.wake(name))
  return {
    send: async (tx, name, data, options = {}) => {
      await insertJob(tx, name, data, options)
      if (!options.afterSeconds) signals.send(tx, jobsTopic, name)
    },
    work: (settings, handle) => runner.add(settings, handle as (data: object) => Promise<void>),
    due: runner.due,
    stop: async (patienceMs) => {
      stopReceiving()
      await runner.stop(patienceMs)
    },
  }
}
