import type { Deps } from '../../deps.ts'
import type { Database, Tx } from '../../platform/postgres/db.ts'
import type { EventType } from './event-types.ts'
import { eventsWritten } from './publish.ts'
import { type ScopedEvent, scopeColumns } from './visible-events.ts'

/** Bus topic for new readable events; the message is the highest `seq`. */
export const eventsTopic = 'events'

const batchSize = 1000
const dispatchLock = 4_600_003

/** Polling interval in case a process is killed between its commit and its wakeup. */
const pollEveryMs = 2000

type Needs = Pick<Deps, 'bus' | 'log'> & { db: Database }

/** An event that has its `seq`. */
export interface NumberedEvent extends ScopedEvent {
  type: EventType
  object: { type: string; id: number | string }
}

/**
 * Handles events in the transaction that numbers them, so it sees each event exactly once. All
 * events wait for it, so it only enqueues work for a job.
 */
export type EventFollower = (tx: Tx, events: NumberedEvent[]) => Promise<void>

/**
 * Assigns `seq` to waiting events and publishes the highest to the bus. A database lock allows one
 * active dispatcher per installation, so `seq` follows the order of visibility. Every process with
 * the worker role runs a dispatcher, which wakes up on the commits of its own process.
 */
export function startDispatcher(
  { db, bus, log }: Needs,
  followers: readonly EventFollower[] = [],
): { stop(): Promise<void> } {
  let stopped = false
  let wanted = false
  let isSure = false
  let running: Promise<void> | undefined
  /** Numbered, but not yet published to the bus. */
  let untold: number | undefined

  async function work(): Promise<void> {
    while (wanted && !stopped) {
      wanted = false
      const sure = isSure
      isSure = false
      try {
        const last = await numberWaitingEvents(db, followers, sure)
        untold = last?.seq ?? untold
        if (untold === undefined) continue
        await bus.publish(eventsTopic, String(untold))
        untold = undefined
        if (last?.full) wanted = true
      } catch (error) {
        if (!stopped) log.warn({ err: error }, 'could not dispatch events; will retry')
      }
    }
    running = undefined
  }

  function wake(): void {
    wanted = true
    running ??= work()
  }

  const forget = db.onCommit(eventsWritten, () => {
    isSure = true
    wake()
  })
  const timer = setInterval(wake, pollEveryMs)
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

/** `isSure` means that our own commit wrote events; otherwise a cheap query checks first. */
async function numberWaitingEvents(
  db: Database,
  followers: readonly EventFollower[],
  isSure: boolean,
): Promise<{ seq: number; full: boolean } | undefined> {
  const [waiting] = isSure ? [true] : await db.system`select from events where seq is null limit 1`
  if (!waiting) return undefined
  return db.transaction('system', async (tx) => {
    // Sent in one batch; the second statement starts, and takes its snapshot, once the first holds
    // the lock.
    const [, numbered] = await Promise.all([
      tx`select pg_advisory_xact_lock(${dispatchLock})`,
      tx<NumberedEvent>`
        with batch as (
          select id from events where seq is null order by id limit ${batchSize}
        ), numbered as (
          select id, nextval('events_seq') as seq from (select id from batch order by id) as ordered
        )
        update events e set seq = numbered.seq from numbered where e.id = numbered.id
        returning e.seq, e.type, e.object, ${scopeColumns(tx)}`,
    ])
    if (numbered.length === 0) return undefined
    const events = numbered.toSorted((a, b) => a.seq - b.seq)
    for (const follow of followers) await follow(tx, events)
    return { seq: events.at(-1)?.seq as number, full: numbered.length === batchSize }
  })
}
