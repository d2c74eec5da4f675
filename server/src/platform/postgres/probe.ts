import postgres from 'postgres'
import { ourSessions } from './sleeping-sessions.ts'

/** How long a fresh connection may take to answer a simple question. */
const patienceMs = 2000

/**
 * Asks the database something on a connection of its own, which is opened on demand and closed soon
 * after: the connections of the service may be the ones that don't answer.
 */
export class Probe {
  readonly #open: () => postgres.Sql
  #client: postgres.Sql | undefined

  constructor(url: string) {
    this.#open = () =>
      postgres(url, {
        max: 1,
        connect_timeout: patienceMs / 1000,
        idle_timeout: 5,
        backoff: () => 0.2,
        onnotice: () => {},
        connection: { application_name: ourSessions },
      })
  }

  /** Which of these backend processes run a statement. Rejects if the database does not answer. */
  async activeBackends(pids: number[]): Promise<Set<number>> {
    const rows = await this.#ask(
      (sql) => sql<{ pid: number }[]>`
        select pid from pg_stat_activity where pid = any(${pids}::int[]) and state = 'active'`,
    )
    return new Set(rows.map(({ pid }) => pid))
  }

  /** A pooler between us and PostgreSQL invents process ids, so they tell nothing. */
  async hasRealPids(): Promise<boolean> {
    return this.#ask(async (sql) => {
      const query = sql<{ pid: number }[]>`select pg_backend_pid() as pid`
      const [row] = await query
      return row?.pid === (query as unknown as { state?: { pid: number } }).state?.pid
    })
  }

  async close(): Promise<void> {
    await this.#client?.end({ timeout: 1 })
  }

  async #ask<T>(question: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    this.#client ??= this.#open()
    const client = this.#client
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error('The probe got no answer.')), patienceMs)
    try {
      return await Promise.race([question(client), late.promise])
    } catch (error) {
      if (this.#client === client) this.#client = undefined
      void client.end({ timeout: 0 }).catch(() => {})
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
