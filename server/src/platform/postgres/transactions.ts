import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { FairSemaphore, type SemaphoreLoad } from '../../lib/fair-semaphore.ts'
import { type DatabaseSettings, graceSeconds } from './client-options.ts'
import { withDeadline } from './deadline.ts'
import type { ReplaceableClient } from './replaceable-client.ts'
import { type Scope, Session } from './sql.ts'
import { insideTransaction } from './transaction-context.ts'
import { TransactionLife } from './transaction-life.ts'

export interface OpenTransaction {
  client: postgres.TransactionSql
  session: Session
  life: TransactionLife
}

export type Work<T> = (open: OpenTransaction) => Promise<T>

/** Maximum share of slots for one workspace or the service, so some are left for others. */
const maxShare = 0.8

/**
 * Runs transactions, each on its own connection and never more than there are connections.
 * Otherwise the client would send BEGIN ahead on a busy connection and not reserve it for the
 * transaction, so others' statements would run inside it (its issues 823 and 1189). Workspaces take
 * turns for slots, and every slot is returned after a deadline.
 */
export class Transactions {
  readonly #client: ReplaceableClient
  readonly #slots: FairSemaphore<Scope>
  readonly #maxSeconds: number
  readonly #endBackend: (pid: number, olderThanSeconds: number) => Promise<unknown>

  constructor(
    client: ReplaceableClient,
    { transactions, transactionSeconds }: DatabaseSettings,
    endBackend: (pid: number, olderThanSeconds: number) => Promise<unknown>,
  ) {
    this.#client = client
    this.#slots = new FairSemaphore(transactions, Math.max(1, Math.floor(transactions * maxShare)))
    this.#maxSeconds = transactionSeconds
    this.#endBackend = endBackend
  }

  async run<T>(owner: Scope, work: Work<T>): Promise<T> {
    const slots = this.#slots
    const release = slots.tryAcquire(owner) ?? (await slots.acquire(owner, this.#maxSeconds))
    const life = new TransactionLife()
    const client = this.#client.current
    const running = inTransaction(client, life, work).finally(() => life.end())
    running.then(release, release)
    return withDeadline(running, this.#maxSeconds, 'A transaction', (error) => {
      life.abandon(error)
      void this.#recover(client, life, running).finally(release)
    })
  }

  load(): SemaphoreLoad {
    return this.#slots.load()
  }

  /**
   * Frees the connection of a transaction past its deadline: ends its backend process and, if even
   * that does not close the connection, replaces the client.
   */
  async #recover(
    client: postgres.Sql,
    { backendPid }: TransactionLife,
    running: Promise<unknown>,
  ): Promise<void> {
    const isOver = running.then(
      () => true,
      () => true,
    )
    const ending = async () => {
      if (backendPid !== undefined) await this.#endBackend(backendPid, this.#maxSeconds / 2)
      return isOver
    }
    const isFree = await Promise.race([
      ending().catch(() => isOver),
      sleep(graceSeconds * 1000, false, { ref: false }),
    ])
    if (!isFree) this.#client.replace(client)
  }
}

/** Errors of an earlier loss, which the client reports when it reopens the connection. */
const lossCodes = new Set(['57P01', 'CONNECTION_CLOSED', 'ECONNRESET'])

async function inTransaction<T>(
  client: postgres.Sql,
  life: TransactionLife,
  work: Work<T>,
  mayRetry = true,
): Promise<T> {
  let hasBegun = false
  try {
    return (await client.begin((inner) => {
      hasBegun = true
      const note = (query: unknown) => life.noteQuery(query)
      const session = new Session(inner as unknown as postgres.Sql, true, 'system', note)
      const done = insideTransaction(life, () => work({ client: inner, session, life }))
      return life.untilLost(done)
    })) as T
  } catch (error) {
    // Nothing has happened yet, so one retry is safe.
    if (hasBegun || !mayRetry || !lossCodes.has((error as { code: string }).code)) throw error
    return await inTransaction(client, life, work, false)
  }
}
