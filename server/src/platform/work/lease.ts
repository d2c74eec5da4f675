import type { Part, Sql } from '../postgres/sql.ts'

/**
 * A lease lets one worker at a time work on a row. The row holds the worker's token in `lease`, and
 * in `due_at` the time from which anyone may claim it: its next attempt, or the end of the lease.
 * The worker renews the lease until it is done. If the worker dies, the row becomes due by itself.
 */
export interface Leased {
  id: string | number
  lease: string | null
}

/** For `set`: gives the row to a worker and counts the attempt. */
export function buildClaim(sql: Sql, lease: string, until: Part | Date): Part {
  return sql.part`lease = ${lease}, due_at = ${until}, attempts = attempts + 1`
}

/** For `set`: ends the lease, and the row is due again at a time. */
export function releaseUntil(sql: Sql, dueAt: Part | Date): Part {
  return sql.part`lease = null, due_at = ${dueAt}`
}

/** For `set`: returns the row as if it had never been claimed. */
export function giveBack(sql: Sql, now: Part | Date): Part {
  return sql.part`${releaseUntil(sql, now)}, attempts = attempts - 1`
}

/** For `where`: true only while the worker holds the lease. */
export function isHeld(sql: Sql, { id, lease }: Leased): Part {
  return sql.part`id = ${id} and lease = ${lease}`
}

/** On the database's clock, because the clocks of workers on different machines may differ. */
export function secondsFromNow(sql: Sql, seconds: number): Part {
  return sql.part`now() + make_interval(secs => ${seconds})`
}

/** Someone else has the row now, or it was cancelled. In a transaction, it rolls everything back. */
export class LostLease extends Error {}

/** Checks a statement that changes a row only `where` the lease is held, and returns the row. */
export function requireLease<T>([row]: T[]): T {
  if (row === undefined) throw new LostLease()
  return row
}

/** A lost lease is no failure: the new holder does the work. */
export function ignoreLostLease(error: unknown): void {
  if (!(error instanceof LostLease)) throw error
}

export interface Heartbeat {
  /** Aborts when the lease is lost. */
  signal: AbortSignal
  /** Checks now whether the lease still holds. */
  beat(): Promise<void>
  stop(): void
}

/** Renews a lease at an interval. `renew` returns false if it is lost. */
export function startHeartbeat(everyMs: number, renew: () => Promise<boolean>): Heartbeat {
  const lost = new AbortController()
  const beat = async () => {
    const isKept = await renew().catch(() => true) // the database may recover in time
    if (!isKept) lost.abort()
  }
  const timer = setInterval(beat, everyMs)
  return { signal: lost.signal, beat, stop: () => clearInterval(timer) }
}
