import type { Sql } from '../postgres/sql.ts'
import { secondsFromNow } from '../work/lease.ts'

const longestDelaySeconds = 3600

export interface Schedule {
  isDue: boolean
  /** Failed ones since the last success. */
  attempts: number
}

export async function readSchedule(sql: Sql): Promise<Schedule> {
  const [row] = await sql<Schedule>`
    select due_at <= now() as "isDue", attempts from backup_schedule`
  return row ?? { isDue: true, attempts: 0 }
}

export async function recordSuccess(sql: Sql, backup: string, everyHours: number): Promise<void> {
  await sql`update backup_schedule
    set due_at = ${secondsFromNow(sql, everyHours * 3600)}, attempts = 0, last_success_at = now(),
      last_backup = ${backup}, last_error = null`
}

export async function recordFailure(sql: Sql, error: string, attempts: number): Promise<void> {
  const delaySeconds = Math.min(longestDelaySeconds, 60 * 2 ** Math.min(attempts, 10))
  await sql`update backup_schedule
    set due_at = ${secondsFromNow(sql, delaySeconds)}, attempts = ${attempts}, last_error = ${error}`
}

/** Null: none has succeeded yet. */
export async function findLastBackup(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }>`select last_success_at as at from backup_schedule`
  return row?.at ?? null
}
