import { AsyncLocalStorage } from 'node:async_hooks'

interface OpenTransaction {
  readonly isOpen: boolean
}

/** The open transaction of the current async context. Work that outlives it is unrestricted. */
const context = new AsyncLocalStorage<OpenTransaction>()

export function insideTransaction<T>(transaction: OpenTransaction, work: () => T): T {
  return context.run(transaction, work)
}

/**
 * Call this first in code that waits for an external service: a slow receiver must never hold a
 * transaction, its locks and its slot. Do such work before or after the transaction, or in a job.
 */
export function requireNoTransaction(call: string): void {
  if (!context.getStore()?.isOpen) return
  throw new Error(
    `${call} was called inside a database transaction. Call it before or after the transaction.`,
  )
}
