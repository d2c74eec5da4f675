import type { Part, Sql } from '../postgres/sql.ts'
import {
  claimFor,
  giveBack,
  isHeld,
  releaseUntil,
  requireLease,
  secondsFromNow,
} from '../work/lease.ts'

/** If its process dies, another one takes over after this time. */
const leaseSeconds = 60
const longestDelaySeconds = 3600

export function nextBackupAt(sql: Sql, after: Part): Part {
  return sql.part`select due_at from backup_schedule where due_at > ${after}`
}

/** How many attempts this makes, or undefined if another process was faster. */
export async function claimBackup(sql: Sql, lease: string): Promise<number | undefined> {
  const [row] = await sql<{ attempts: number }>`
    update backup_schedule set ${claimFor(sql, lease, secondsFromNow(sql, leaseSeconds))}
    where due_at <= now() returning attempts`
  return row?.attempts
}

export async function renewBackup(sql: Sql, lease: string): Promise<boolean> {
  const rows = await sql`
    update backup_schedule set due_at = ${secondsFromNow(sql, leaseSeconds)}
    where lease = ${lease} returning id`
  return rows.length > 0
}

export async function recordSuccess(
  sql: Sql,
  lease: string,
  backup: string,
  everyHours: number,
): Promise<void> {
  requireLease(
    await sql`update backup_schedule
      set ${releaseUntil(sql, secondsFromNow(sql, everyHours * 3600))},
        attempts = 0, last_success_at = now(), last_backup = ${backup}, last_error = null
      where ${isHeld(sql, { id: 1, lease })} returning id`,
  )
}

export async function recordFailure(
  sql: Sql,
  lease: string,
  error: string,
  attempts: number,
): Promise<void> {
  const delaySeconds = Math.min(longestDelaySeconds, 60 * 2 ** Math.min(attempts, 10))
  await sql`update backup_schedule
    set ${releaseUntil(sql, secondsFromNow(sql, delaySeconds))}, last_error = ${error}
    where ${isHeld(sql, { id: 1, lease })}`
}

/** A process that stops lets another one start over. */
export async function giveBackBackup(sql: Sql, lease: string): Promise<void> {
  await sql`update backup_schedule set ${giveBack(sql, sql.part`now()`)}
    where ${isHeld(sql, { id: 1, lease })}`
}

/** Makes the next backup due now, unless one is running or has just failed. */
export async function requestBackup(sql: Sql): Promise<void> {
  await sql`update backup_schedule set due_at = now() where lease is null and attempts = 0`
}

/** Null: none has succeeded yet. */
export async function lastBackupAt(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }>`select last_success_at as at from backup_schedule`
  return row?.at ?? null
}
