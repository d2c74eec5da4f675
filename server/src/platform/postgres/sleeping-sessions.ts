import type { Sql } from './sql.ts'

/** The name under which our sessions are listed in PostgreSQL. */
export const ourSessions = 'atelier'

const longestSilenceSeconds = 15

/**
 * Ends transactions whose process says nothing any more: it was put to sleep, or its line is cut. What
 * they had done is undone, and their locks are free for whoever goes on; should the process wake up,
 * its commit is refused. PostgreSQL's own limits do not see a session that is silent between two
 * messages of one statement.
 */
export async function endSilentTransactions(system: Sql): Promise<number> {
  const ended = await system`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name = ${ourSessions} and wait_event = 'ClientRead'
      and xact_start is not null
      and state_change < now() - ${longestSilenceSeconds} * interval '1 second'`
  return ended.length
}

/**
 * Ends the server process of one transaction, unless that has ended by itself: its connection may
 * carry another one by now, which is younger.
 */
export async function endTransaction(
  system: Sql,
  pid: number,
  olderThanSeconds: number,
): Promise<void> {
  await system`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid = ${pid} and datname = current_database() and usename = current_user
      and xact_start < now() - ${olderThanSeconds} * interval '1 second'`
}
