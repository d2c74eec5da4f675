import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { FairSemaphore, maxWaitSeconds, type SemaphoreLoad } from '../../lib/fair-semaphore.ts'
import { type DatabaseSettings, graceSeconds } from './client-options.ts'
import { DeadConnection } from './database-errors.ts'
import type { ReplaceableClient } from './replaceable-client.ts'
import { type Scope, Session } from './sql.ts'
import type { Supervisor } from './supervisor.ts'
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
  readonly #supervisor: Supervisor
  readonly #endBackend: (pid: number, olderThanSeconds: number) => Promise<unknown>

  constructor(
    client: ReplaceableClient,
    { transactions, transactionSeconds }: DatabaseSettings,
    supervisor: Supervisor,
    endBackend: (pid: number, olderThanSeconds: number) => Promise<unknown>,
  ) {
    this.#client = client
    this.#slots = new FairSemaphore(transactions, Math.max(1, Math.floor(transactions * maxShare)))
    this.#maxSeconds = transactionSeconds
    this.#supervisor = supervisor
    this.#endBackend = endBackend
  }

  async run<T>(owner: Scope, work: Work<T>): Promise<T> {
    this.#supervisor.requireReachable()
    const slots = this.#slots
    const release = slots.tryAcquire(owner) ?? (await slots.acquire(owner, { maxWaitSeconds }))
    const life = new TransactionLife()
    const client = this.#client.current
    const startedAt = performance.now()
    const running = inTransaction(client, life, work).finally(() => life.end())
    running.then(release, release)
    const onLost = (error: Error) => {
      life.abandon(error)
      if (error instanceof DeadConnection) this.#client.replace(client)
      const seconds = (performance.now() - startedAt) / 1000
      void this.#recover(client, life, running, seconds).finally(release)
    }
    const maxSeconds = this.#maxSeconds
    const supervised = {
      what: 'A transaction',
      maxSeconds,
      onLost,
      waitsFor: () => life.waitsFor(),
      answers: () => life.answers,
    }
    return this.#supervisor.run(supervised, running)
  }

  load(): SemaphoreLoad {
    return this.#slots.load()
  }

  /**
   * Frees the connection and the locks of a lost transaction: ends its backend process and, if even
   * that does not close the connection, replaces the client. A younger transaction of the same
   * process would be someone else's.
   */
  async #recover(
    client: postgres.Sql,
    { backendPid }: TransactionLife,
    running: Promise<unknown>,
    seconds: number,
  ): Promise<void> {
    const isOver = running.then(
      () => true,
      () => true,
    )
    const ending = async () => {
      if (backendPid !== undefined) await this.#endBackend(backendPid, seconds / 2)
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
      life.noteBegun()
      const session = new Session(inner as unknown as postgres.Sql, true, 'system')
      const done = insideTransaction(life, () => work({ client: inner, session, life }))
      return life.untilLost(done)
    })) as T
  } catch (error) {
    // Nothing has happened yet, so one retry is safe.
    if (hasBegun || !mayRetry || !lossCodes.has((error as { code: string }).code)) throw error
    return await inTransaction(client, life, work, false)
  }
}
