import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Scope } from './sql.ts'

/**
 * Writes items of several requests in one transaction. Returns a result for each, or the error to
 * reject that request with. If it throws, nothing is written.
 */
export type GroupWrite<Tx, Item, Result> = (tx: Tx, items: Item[]) => Promise<(Result | Error)[]>

type RunTransaction<Tx> = <T>(scope: Scope, work: (tx: Tx) => Promise<T>) => Promise<T>

interface Entry {
  item: unknown
  resolve(result: unknown): void
  reject(error: unknown): void
}

type AnyWrite<Tx> = GroupWrite<Tx, unknown, unknown>

const maxItems = 32

/**
 * Commits the writes of concurrent requests together: those of one turn of the event loop share a
 * transaction, and those that arrive while it runs share the next. So a single request waits for
 * nobody, and under load many requests share one commit.
 */
export class GroupCommit<Tx> {
  readonly #transaction: RunTransaction<Tx>
  readonly #lines = new Map<Scope, Map<AnyWrite<Tx>, Entry[]>>()

  constructor(transaction: RunTransaction<Tx>) {
    this.#transaction = transaction
  }

  /** Calls of one scope with the same `write` are grouped. */
  add<Item, Result>(
    scope: Scope,
    write: GroupWrite<Tx, Item, Result>,
    item: Item,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const entry = { item, resolve, reject } as Entry
      const lines = this.#lines.get(scope) ?? new Map<AnyWrite<Tx>, Entry[]>()
      const line = lines.get(write as AnyWrite<Tx>)
      if (line) return void line.push(entry)
      this.#lines.set(scope, lines.set(write as AnyWrite<Tx>, [entry]))
      void this.#drain(scope, write as AnyWrite<Tx>)
    })
  }

  async #drain(scope: Scope, write: AnyWrite<Tx>): Promise<void> {
    const lines = this.#lines.get(scope) as Map<AnyWrite<Tx>, Entry[]>
    const line = lines.get(write) as Entry[]
    await nextTurn()
    while (line.length > 0) await this.#commit(scope, write, line.splice(0, maxItems))
    lines.delete(write)
    if (lines.size === 0) this.#lines.delete(scope)
  }

  async #commit(scope: Scope, write: AnyWrite<Tx>, group: Entry[]): Promise<void> {
    try {
      const items = group.map(({ item }) => item)
      const results = await this.#transaction(scope, (tx) => write(tx, items))
      for (const [place, { resolve, reject }] of group.entries()) {
        const result = results[place]
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
    } catch (error) {
      if (group.length > 1 && isFaultOfAnItem(error)) {
        for (const one of group) await this.#commit(scope, write, [one])
      } else {
        for (const { reject } of group) reject(error)
      }
    }
  }
}

/**
 * Whether the values of one item made PostgreSQL reject the whole group. Then each is written on
 * its own. After other errors, such as a lost connection, the outcome may be unknown.
 */
function isFaultOfAnItem(error: unknown): boolean {
  const { code, severity } = error as Record<string, unknown>
  if (error instanceof TypeError) return true
  return severity === 'ERROR' && /^(22|23|54)/.test(String(code))
}
