import type { Logger } from 'pino'
import type { Db } from '../postgres/db.ts'
import type { Part, Sql } from '../postgres/sql.ts'
import type { Loops } from './loops.ts'
import { onDemand, type PollLoop, poll } from './poll.ts'

/** Work that becomes due with time, or that a process left unfinished when it died. */
export interface DueWork {
  /** The name of its loop in metrics and logs. */
  name: string
  /** Limit for one round of `work`. */
  maxSeconds?: number
  /**
   * A `select` of the first time later than `after` at which some of it is due, or of nothing. An
   * index must answer it, because it runs every two seconds.
   */
  dueAt(sql: Sql, after: Part): Part
  /** Whose clock that time is from. The default is the service's clock, which tests can move. */
  clock?: 'database'
  /** Does what is due, or wakes the workers that do. */
  work(): unknown
}

interface Needs {
  db: Pick<Db, 'system'>
  clock: () => Date
  log: Pick<Logger, 'warn'>
  loops: Loops
}

/** Bounds how long work waits whose wake-up was lost. Timers are exact within it. */
const everyMs = 2000

/**
 * Starts due work. One statement asks for all kinds of work, so an idle process sends one statement
 * every two seconds.
 */
export function watchDue({ db, clock, log, loops }: Needs, all: readonly DueWork[]): PollLoop {
  const onError = (err: unknown) => log.warn({ err }, 'background work failed; will retry')
  const works = all.map(({ name, maxSeconds, work }) =>
    onDemand({ loops, name, maxSeconds, onError }, async () => work()),
  )
  const rounds = poll({ loops, name: 'due work', everyMs, atOnce: true, onError }, async () => {
    const rows = await db.system<Times>`${selectTimes(db.system, all, clock())}`
    for (const { place, is_due } of rows) if (is_due) works[place]?.wake()
    const waits = rows.map(({ next_in_ms }) => next_in_ms ?? everyMs)
    return Math.min(everyMs, ...waits.filter((ms) => ms > 0))
  })
  return {
    wake: rounds.wake,
    stop: async () => {
      await rounds.stop()
      await Promise.all(works.map((work) => work.stop()))
    },
  }
}

interface Times {
  place: number
  is_due: boolean | null
  next_in_ms: number | null
}

/** What is overdue may still be waiting for a free worker, so the next time counts besides it. */
function selectTimes(sql: Sql, all: readonly DueWork[], serviceNow: Date): Part {
  const [first, ...rest] = all.map(({ dueAt, clock }, place) => {
    const now = clock === 'database' ? sql.part`now()` : sql.part`${serviceNow}::timestamptz`
    const ever = sql.part`'-infinity'::timestamptz`
    return sql.part`select ${place}::integer as place, (${dueAt(sql, ever)}) <= ${now} as is_due,
      extract(epoch from (${dueAt(sql, now)}) - ${now})::float8 * 1000 as next_in_ms`
  })
  return rest.reduce((list, one) => sql.part`${list} union all ${one}`, first as Part)
}
