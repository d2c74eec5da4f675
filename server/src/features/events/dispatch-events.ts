import type { Deps } from '../../deps.ts'
import type { Database } from '../../platform/postgres/db.ts'
import { eventsWritten } from './publish.ts'

/** Told on the bus when new events can be read; the message is the highest `seq`. */
export const eventsTopic = 'events'

const batchSize = 1000
const dispatchLock = 4_600_003

/** Covers a process that was killed between its commit and its wake-up. */
const lookEveryMs = 2000

type Needs = Pick<Deps, 'bus' | 'log'> & { db: Database }

/**
 * Gives waiting events their `seq` and tells the bus. One dispatcher works at a time in the whole
 * installation (a lock in the database), so `seq` grows in the order of visibility; every process
 * with the worker role runs one, and each is woken by its own commits.
 */
export function startDispatcher({ db, bus, log }: Needs): { stop(): Promise<void> } {
  let stopped = false
  let wanted = false
  let running: Promise<void> | undefined
  /** Numbered, but the bus did not take the message yet. */
  let untold: number | undefined

  async function work(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false
      try {
        const last = await numberWaitingEvents(db)
        untold = last?.seq ?? untold
        if (untold === undefined) continue
        await bus.publish(eventsTopic, String(untold))
        untold = undefined
        if (last?.full) wanted = true
      } catch (error) {
        if (!stopped) log.warn({ err: error }, 'events wait: the dispatcher will try again')
      }
    }
    running = undefined
  }

  function wake(): void {
    wanted = true
    running ??= work()
  }

  const forget = db.onCommit(eventsWritten, wake)
  const timer = setInterval(wake, lookEveryMs)
  wake()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      forget()
      await running
    },
  }
}

async function numberWaitingEvents(
  db: Database,
): Promise<{ seq: number; full: boolean } | undefined> {
  const [waiting] = await db.system`select from events where seq is null limit 1`
  if (!waiting) return undefined
  return db.transaction('system', async (tx) => {
    await tx`select pg_advisory_xact_lock(${dispatchLock})`
    const numbered = await tx<{ seq: number }>`
      with batch as (
        select id from events where seq is null order by id limit ${batchSize}
      ), numbered as (
        select id, nextval('events_seq') as seq from (select id from batch order by id) as ordered
      )
      update events set seq = numbered.seq from numbered where events.id = numbered.id
      returning events.seq`
    if (numbered.length === 0) return undefined
    const highest = Math.max(...numbered.map(({ seq }) => seq))
    return { seq: highest, full: numbered.length === batchSize }
  })
}
