import { connectSql } from './connect-sql.ts'
import { until } from './server-client.ts'

/** A database lock that makes a request of the server wait. */
export interface HeldLock {
  /** Resolves once a statement that contains this text, or several, wait for a lock. */
  waitForWaiters(text: string, count?: number): Promise<void>
  release(): Promise<void>
}

/** Takes a lock over its own connection, for as long as the test needs it. */
export async function holdLock(databaseUrl: string, lock: string): Promise<HeldLock> {
  const [holder, sql] = [connectSql(databaseUrl), connectSql(databaseUrl)]
  const held = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const holding = holder.transaction(async () => {
    await holder.run(lock)
    held.resolve()
    await letGo.promise
  })
  holding.catch(held.reject) // also if the database is stopped meanwhile
  await held.promise
  return {
    async waitForWaiters(text, count = 1) {
      await until(`"${text}" to wait for a lock`, async () => {
        const waiters = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and query like ${`%${text}%`}`
        return waiters.length >= count
      })
    },
    async release() {
      letGo.resolve()
      await holding.catch(() => {})
      await Promise.all([holder.end(), sql.end()])
    },
  }
}
