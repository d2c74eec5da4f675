import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Db } from './db.ts'
import { ourSessions } from './sleeping-sessions.ts'
import type { Sql } from './sql.ts'

/** A process of this installation, as the others see it. */
export interface FleetProcess {
  version: string
  /** The number of the newest migration that its version has. */
  newest_migration: number
  roles: string
  host: string
  pid: number
  started_at: Date
}

const renewEveryMs = 15_000
/** A process that has not renewed its row for this long has ended. */
export const forgottenAfterSeconds = 45

interface Needs {
  db: Pick<Db, 'system'>
  config: { roles: ReadonlySet<string> }
  log: Pick<Logger, 'warn'>
}

/** Makes this process known to the others; returns a function that says it has ended. */
export async function joinFleet(
  { db: { system: sql }, config, log }: Needs,
  program: Pick<FleetProcess, 'version' | 'newest_migration'>,
): Promise<() => Promise<void>> {
  const id = randomUUID()
  const roles = [...config.roles].join(',')
  const own = { id, ...program, roles, host: hostname(), pid: process.pid }
  const renew = () => sql`
    with gone as (delete from processes where seen_at < now() - interval '1 day')
    insert into processes ${sql.columns(own)} on conflict (id) do update set seen_at = now()`
  await renew()
  const onError = (err: unknown) => log.warn({ err }, 'could not renew the row of this process')
  const timer = setInterval(() => renew().catch(onError), renewEveryMs).unref()
  return async () => {
    clearInterval(timer)
    // It is forgotten soon anyway, so a database that is away must not delay the stop.
    await sql`delete from processes where id = ${id}`.catch(() => {})
  }
}

/** The processes that run now; none on a database from before they were recorded. */
export async function runningProcesses(sql: Sql): Promise<FleetProcess[]> {
  const [table] = await sql`select to_regclass('processes') is not null as exists`
  if (!table?.exists) return []
  return sql<FleetProcess>`
    select version, newest_migration, roles, host, pid, started_at from processes
    where seen_at > now() - make_interval(secs => ${forgottenAfterSeconds}) order by started_at`
}

/**
 * The running processes. Versions before migration 0024 don't report themselves: if nobody does but
 * there are sessions like ours, one entry stands for them.
 */
export async function knownProcesses(sql: Sql): Promise<FleetProcess[]> {
  const running = await runningProcesses(sql)
  if (running.length > 0) return running
  const [oldest] = await sql<{ pid: number; started_at: Date }>`
    select pid, backend_start as started_at from pg_stat_activity
    where datname = current_database() and application_name = ${ourSessions}
      and pid <> pg_backend_pid() order by backend_start limit 1`
  const unreported = { version: 'older than 0024', newest_migration: 0, roles: 'unknown' }
  return oldest ? [{ ...unreported, host: 'an unknown host', ...oldest }] : []
}
