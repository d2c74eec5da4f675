import { fromBunSql, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, Tx } from '../postgres/db.ts'

export interface SendOptions {
  afterSeconds?: number
}

/** Jobs on the database that is there anyway: a job that is sent in a transaction commits with it. */
export interface Queue {
  send(tx: Tx, name: string, data: object, options?: SendOptions): Promise<void>
  /** Runs `handle` for each job, `concurrency` at a time; a job whose handler fails is tried again. */
  work(name: string, concurrency: number, handle: (data: object) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

export interface QueueSettings {
  name: string
  /** How often a job is tried again, with growing pauses, before it is given up. */
  retryLimit: number
}

const pollSeconds = 0.5

export async function openQueue(
  db: Database,
  log: Logger,
  queues: readonly QueueSettings[],
): Promise<Queue> {
  const boss = new PgBoss({
    db: fromBunSql(db.client as never),
    schema: 'pgboss',
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 60,
    schedule: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the queue will try again'))
  await boss.start()
  for (const { name, retryLimit } of queues) {
    const options = {
      notify: true,
      heartbeatSeconds: 10,
      retryLimit,
      retryDelay: 5,
      retryBackoff: true,
    }
    await boss.createQueue(name, { ...options, retryDelayMax: 6 * 3600 })
  }
  return {
    send: async (tx, name, data, { afterSeconds } = {}) => {
      const options = afterSeconds ? { startAfter: afterSeconds } : {}
      await boss.send(name, data, { ...options, db: fromBunSql({ unsafe: tx.unsafe } as never) })
    },
    work: async (name, concurrency, handle) => {
      const options = {
        batchSize: 1,
        localConcurrency: concurrency,
        pollingIntervalSeconds: pollSeconds,
        notifyPollingIntervalSeconds: pollSeconds,
      }
      await boss.work<object>(name, options, async ([job]) => handle(job?.data ?? {}))
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
