import { fromBunSql, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database, Tx } from '../postgres/db.ts'

export interface SendOptions {
  afterSeconds?: number
}

/** Jobs on the database we use anyway: a job sent in a transaction commits with it. */
export interface Queue {
  send(tx: Tx, name: string, data: object, options?: SendOptions): Promise<void>
  /** Runs `handle` for each job, `concurrency` at a time; a job whose handler fails is retried. */
  work(name: string, concurrency: number, handle: (data: object) => Promise<void>): Promise<void>
  /**
   * The same for small jobs that may come in thousands: fetches `atOnce` of them at a time and runs
   * them concurrently; each succeeds or fails on its own. A batch lasts as long as its slowest job.
   */
  workThrough<T extends object>(
    name: string,
    atOnce: number,
    handle: (data: T) => Promise<void>,
  ): Promise<void>
  stop(): Promise<void>
}

export interface QueueSettings {
  name: string
  /** How often a job is retried, with growing delays, before it is given up. */
  retryLimit: number
}

/** NOTIFY announces new jobs immediately; polling covers lost messages. */
const pollSeconds = 10

export async function openQueue(
  db: Database,
  log: Logger,
  queues: readonly QueueSettings[],
): Promise<Queue> {
  const boss = new PgBoss({
    db: fromBunSql(poolFor(db) as never),
    schema: 'pgboss',
    useListenNotify: true,
    // How long jobs of a killed process wait, in addition to their heartbeat of 10 s.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 60,
    schedule: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the queue failed and will retry'))
  await setUp(boss, db, queues)
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
    workThrough: async <T extends object>(
      name: string,
      atOnce: number,
      handle: (data: T) => Promise<void>,
    ) => {
      const options = {
        batchSize: atOnce,
        burstWhenBatchFull: true,
        perJobResults: true as const,
        // Nothing announces delayed jobs that become due, so this polls more often.
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 2,
      }
      await boss.work<T>(name, options, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }) => {
            try {
              await handle(data)
              return { id, status: 'completed' as const }
            } catch (error) {
              log.warn({ err: error, queue: name }, 'a job failed and will be retried')
              return { id, status: 'failed' as const, output: { message: String(error) } }
            }
          }),
        ),
      )
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

const setUpLock = 4_600_006

/** Processes that start together would create the same tables and queues, so they take turns. */
async function setUp(boss: PgBoss, db: Database, queues: readonly QueueSettings[]): Promise<void> {
  // Not in a transaction: the first start takes longer than a transaction may be idle.
  const lock = await db.client.reserve()
  try {
    await lock`set lock_timeout = 0`
    await lock`select pg_advisory_lock(${setUpLock})`
    await boss.start()
    for (const { name, retryLimit } of queues) {
      const retries = { retryLimit, retryDelay: 5, retryBackoff: true, retryDelayMax: 6 * 3600 }
      await boss.createQueue(name, { notify: true, heartbeatSeconds: 10, ...retries })
    }
  } finally {
    await lock`select pg_advisory_unlock(${setUpLock})`
    await lock`reset lock_timeout`
    lock.release()
  }
}

/**
 * Our pool in the form that the queue expects. The queue runs whole scripts from BEGIN to COMMIT;
 * one that fails midway must not leave its connection inside the transaction.
 */
function poolFor(db: Database) {
  return {
    unsafe: (text: string, values?: never[]) => db.client.unsafe(text, values),
    listen: db.listener.listen,
    reserve: async () => {
      const reserved = await db.client.reserve()
      const unsafe = async (text: string, values?: never[]) => {
        try {
          return await reserved.unsafe(text, values)
        } catch (error) {
          await reserved.unsafe('rollback').catch(() => {})
          throw error
        }
      }
      return { unsafe, release: () => reserved.release() }
    },
  }
}
