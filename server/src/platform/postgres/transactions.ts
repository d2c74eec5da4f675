import { FairSemaphore, maxWaitSeconds, type SemaphoreLoad } from '../../lib/fair-semaphore.ts'
import type { Connections } from './connections.ts'
import { isCutOff, isDeadlock, isPlanOutdated } from './database-errors.ts'
import { OpenTransaction } from './open-transaction.ts'
import type { DatabaseSettings } from './settings.ts'
import type { Scope } from './sql.ts'
import { insideTransaction } from './transaction-context.ts'

type Work<T> = (open: OpenTransaction) => Promise<T>

/** Maximum share of slots for one workspace or the service, so some are left for others. */
const maxShare = 0.8

/** Runs transactions. Workspaces take turns for slots, and every slot is returned after a deadline. */
export class Transactions {
  readonly #connections: Connections
  readonly #slots: FairSemaphore<Scope>
  readonly #maxSeconds: number

  constructor(connections: Connections, { transactions, transactionSeconds }: DatabaseSettings) {
    this.#connections = connections
    this.#slots = new FairSemaphore(transactions, Math.max(1, Math.floor(transactions * maxShare)))
    this.#maxSeconds = transactionSeconds
  }

  /** Work that changes nothing but the database runs once more if nothing of it can have stayed. */
  run<T>(owner: Scope, work: Work<T>): Promise<T> {
    const once = async (mayRepeat: boolean): Promise<T> => {
      let open: OpenTransaction | undefined
      try {
        return await this.#runOnce((opened) => {
          open = opened
          return work(opened)
        })
      } catch (error) {
        const isEmpty = isCutOff(error) && !open?.hasAnswers
        if (!mayRepeat || !(isEmpty || isDeadlock(error) || isPlanOutdated(error))) throw error
        return once(false)
      }
    }
    return this.#slots.run(owner, () => once(true), { maxWaitSeconds })
  }

  /** The work runs once. Only what comes before it is repeated, on a new connection. */
  runWorkOnce<T>(owner: Scope, work: Work<T>): Promise<T> {
    const once = async (mayRepeat: boolean): Promise<T> => {
      let hasBegun = false
      try {
        return await this.#runOnce(async (open) => {
          await open.begin()
          hasBegun = true
          return work(open)
        })
      } catch (error) {
        if (hasBegun || !mayRepeat || !isCutOff(error)) throw error
        return once(false)
      }
    }
    return this.#slots.run(owner, () => once(true), { maxWaitSeconds })
  }

  load(): SemaphoreLoad {
    return this.#slots.load()
  }

  async #runOnce<T>(work: Work<T>): Promise<T> {
    const use = { what: 'A transaction', maxSeconds: this.#maxSeconds }
    let open: OpenTransaction | undefined
    try {
      return await this.#connections.run(use, (connection) => {
        const opened = new OpenTransaction(connection)
        open = opened
        return insideTransaction(opened, () => opened.complete(work(opened)))
      })
    } finally {
      open?.end()
    }
  }
}
