import { requireNoTransaction } from '../postgres/transaction-context.ts'
import type { Storage } from './storage.ts'

/** Storage may be another server, so a transaction must not wait for it. The same goes for disk. */
export function outsideTransactions(storage: Storage): Storage {
  return new Proxy(storage, {
    get: (target, name: keyof Storage) => {
      const method = target[name]
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => {
        requireNoTransaction(`storage.${name}`)
        return Reflect.apply(method, target, args)
      }
    },
  })
}
