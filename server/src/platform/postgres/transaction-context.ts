import { AsyncLocalStorage } from 'node:async_hooks'

interface OpenTransaction {
  readonly isOpen: boolean
}

/** The transaction that the current async context holds. Work that outlives it is free again. */
const context = new AsyncLocalStorage<OpenTransaction>()

export function insideTransaction<T>(transaction: OpenTransaction, work: () => T): T {
  return context.run(transaction, work)
}

/**
 * First line of everything that waits for someone else: a slow receiver must never hold a
 * transaction, its locks and its slot. Do such work before the transaction, after it, or in a job.
 */
export function requireNoTransaction(call: string): void {
  if (!context.getStore()?.isOpen) return
  throw new Error(`${call} was called inside a database transaction. Call it before or after it.`)
}
