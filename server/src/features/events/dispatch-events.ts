import type { Deps } from '../../deps.ts'
import type { Database, Tx } from '../../platform/postgres/db.ts'
import type { Sql, Part as SqlPart } from '../../platform/postgres/sql.ts'
import { onDemand } from '../../platform/work/poll.ts'
import type { Part } from '../feature.ts'
import type { EventType } from './event-types.ts'
import { eventsWritten } from './publish.ts'
import { type ScopedEvent, scopeColumns } from './visible-events.ts'

/** Bus topic for new readable events; the message is the highest `seq`. */
export const eventsTopic = 'events'

const batchSize = 1000
const dispatchLock = 4_600_003

/** After a failure to publish; events without a number are found anyway. */
const retryMs = 2000

type Needs = Pick<Deps, 'bus' | 'log' | 'loops'> & { db: Database }

/** An event that has its `seq`. */
export interface NumberedEvent extends ScopedEvent {
  type: EventType
  object: { type: string; id: number | string }
  trace: string | null
}

/**
 * Handles events in the transaction that numbers them, so it sees each event exactly once. All
 * events wait for it, so it only enqueues work for a job.
 */
export type EventFollower = (tx: Tx, events: NumberedEvent[]) => Promise<void>

declare module '../feature.ts' {
  interface Feature {
    /** Receives every event once and in order, in the transaction that numbers it. */
    follower?(deps: Deps): EventFollower
  }
}

/**
 * Assigns `seq` to waiting events and publishes the highest to the bus. A database lock allows one
 * active dispatcher per installation, so `seq` follows the order of visibility. Every process with
 * the worker role runs a dispatcher, which wakes up on the commits of its own process.
 */
export function startDispatcher(
  { db, bus, log, loops }: Needs,
  followers: readonly EventFollower[] = [],
): Part {
  const onError = (err: unknown) => {
    log.warn({ err }, 'could not dispatch events; will retry')
    setTimeout(rounds.wake, retryMs).unref()
  }
  const rounds = onDemand({ loops, name: 'event dispatcher', onError }, async () => {
    const last = await numberWaitingEvents(db, followers)
    if (!last) return
    await bus.publish(eventsTopic, String(last.seq))
    if (last.full) rounds.wake()
  })
  const forget = db.onCommit(eventsWritten, rounds.wake)
  const unsubscribe = bus.subscribe(eventsWritten, rounds.wake)
  return {
    due: [{ name: 'due events', dueAt: selectWaitingEvents, clock: 'database', work: rounds.wake }],
    stop: async () => {
      forget()
      unsubscribe()
      await rounds.stop()
    },
  }
}

/** For a process without a dispatcher: wakes those of other processes after its commits. */
export function announceEvents({ db, bus, loops }: Pick<Needs, 'db' | 'bus' | 'loops'>): Part {
  const rounds = onDemand({ loops, name: 'event announcer', onError: () => {} }, () =>
    bus.publish(eventsWritten, ''),
  )
  const forget = db.onCommit(eventsWritten, rounds.wake)
  return {
    stop: async () => {
      forget()
      await rounds.stop()
    },
  }
}

/** Due now if a process died between its commit and its wakeup. */
function selectWaitingEvents(sql: Sql): SqlPart {
  return sql.part`select now() from events where seq is null limit 1`
}

/** Committed events without a number: nobody sees them yet. */
export function waitingEvents(sql: Sql): SqlPart {
  return sql.part`select 'events' as queue, 'due' as state, created_at as since
    from events where seq is null`
}

async function numberWaitingEvents(
  db: Database,
  followers: readonly EventFollower[],
): Promise<{ seq: number; full: boolean } | undefined> {
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
        returning e.seq, e.type, e.object, e.trace, ${scopeColumns(tx)}`,
    ])
    if (numbered.length === 0) return undefined
    const events = numbered.toSorted((a, b) => a.seq - b.seq)
    for (const follow of followers) await follow(tx, events)
    return { seq: events.at(-1)?.seq as number, full: numbered.length === batchSize }
  })
}
