import type { Part, Sql } from './sql.ts'

/** The application name of our sessions in PostgreSQL. */
export const ourSessions = 'atelier'

const longestSilenceSeconds = 15

/**
 * Transactions whose process went silent: it was suspended or lost its network. PostgreSQL's own
 * limits miss a session that is silent between two messages of one statement.
 */
const silentTransactions = (sql: Sql) => sql.part`pg_stat_activity
  where datname = current_database() and usename = current_user
    and application_name = ${ourSessions} and wait_event = 'ClientRead'
    and xact_start is not null`

/** When the next transaction has been silent for too long. */
export function selectSilentTransactions(sql: Sql, after: Part): Part {
  const silence = sql.part`make_interval(secs => ${longestSilenceSeconds})`
  return sql.part`select min(state_change) + ${silence} from ${silentTransactions(sql)}
    and state_change > ${after} - ${silence}`
}

/**
 * Ends them: their work is rolled back and their locks are released. If the process wakes up, its
 * commit is rejected.
 */
export async function endSilentTransactions(system: Sql): Promise<number> {
  const ended = await system`select pg_terminate_backend(pid) from ${silentTransactions(system)}
    and state_change < now() - make_interval(secs => ${longestSilenceSeconds})`
  return ended.length
}

/**
 * Ends the backend of one transaction, unless it already ended: the connection may now carry
 * another, younger transaction.
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
