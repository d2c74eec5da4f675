import { setImmediate as nextTurn } from 'node:timers/promises'
import { maxWaitSeconds, Overloaded } from '../../lib/fair-semaphore.ts'
import type { Scope } from './sql.ts'

/**
 * Writes items of several requests in one transaction. Returns a result for each, or the error to
 * reject that request with. If it throws, nothing is written.
 */
export type GroupWrite<Tx, Item, Result> = (tx: Tx, items: Item[]) => Promise<(Result | Error)[]>

/** Items with the same of all three share a transaction. */
interface Kind<Tx, Item, Result> {
  scope: Scope
  about: string
  write: GroupWrite<Tx, Item, Result>
}

type RunTransaction<Tx> = <T>(scope: Scope, work: (tx: Tx) => Promise<T>) => Promise<T>

interface Entry {
  item: unknown
  sinceMs: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface Line<Tx> {
  kind: Kind<Tx, unknown, unknown>
  waiting: Entry[]
}

const maxItems = 32

/**
 * Commits the writes of concurrent requests together: those of one turn of the event loop share a
 * transaction, and those that arrive while it runs share the next. So a single request waits for
 * nobody, and under load many requests share one commit. One that has waited too long is refused.
 */
export class GroupCommit<Tx> {
  readonly #transaction: RunTransaction<Tx>
  readonly #nowMs: () => number
  readonly #lines = new Map<unknown, Map<string, Line<Tx>>>()

  constructor(transaction: RunTransaction<Tx>, nowMs = () => performance.now()) {
    this.#transaction = transaction
    this.#nowMs = nowMs
  }

  add<Item, Result>(kind: Kind<Tx, Item, Result>, item: Item): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const entry = { item, sinceMs: this.#nowMs(), resolve, reject } as Entry
      const name = `${kind.scope} ${kind.about}`
      const lines = this.#lines.get(kind.write) ?? new Map<string, Line<Tx>>()
      const line = lines.get(name)
      if (line) return void line.waiting.push(entry)
      const first = { kind, waiting: [entry] } as unknown as Line<Tx>
      this.#lines.set(kind.write, lines.set(name, first))
      void this.#drain(first, () => lines.delete(name))
    })
  }

  /** `close` follows the last check in the same turn, so nobody joins a line that is not served. */
  async #drain(line: Line<Tx>, close: () => void): Promise<void> {
    await nextTurn()
    while (line.waiting.length > 0) {
      this.#refuseLate(line)
      const group = line.waiting.splice(0, maxItems)
      if (group.length > 0) await this.#commit(line.kind, group)
    }
    close()
  }

  #refuseLate(line: Line<Tx>): void {
    const latestMs = this.#nowMs() - maxWaitSeconds * 1000
    while (line.waiting[0] && line.waiting[0].sinceMs < latestMs) {
      line.waiting.shift()?.reject(new Overloaded('The group before took too long.'))
    }
  }

  async #commit(kind: Line<Tx>['kind'], group: Entry[]): Promise<void> {
    let failedBeforeCommit = false
    const work = async (tx: Tx) => {
      try {
        const items = group.map(({ item }) => item)
        return await kind.write(tx, items)
      } catch (error) {
        failedBeforeCommit = true
        throw error
      }
    }
    try {
      const results = await this.#transaction(kind.scope, work)
      for (const [place, entry] of group.entries()) settle(entry, results[place])
    } catch (error) {
      if (group.length > 1 && failedBeforeCommit && isFaultOfAnItem(error)) {
        for (const one of group) await this.#commit(kind, [one])
      } else {
        for (const { reject } of group) reject(error)
      }
    }
  }
}

function settle({ resolve, reject }: Entry, result: unknown): void {
  if (result instanceof Error) reject(result)
  else resolve(result)
}

/**
 * Whether one item is to blame: our code or PostgreSQL rejected it. Then each item is written on
 * its own. A lost connection, a timeout or a lock concerns all of them.
 */
function isFaultOfAnItem(error: unknown): boolean {
  const { code, severity, syscall } = error as Record<string, unknown>
  if (severity !== undefined) return severity === 'ERROR' && /^(22|23|54)/.test(String(code))
  return syscall === undefined && !/^(CONNECTION_|DATABASE_|OVERLOADED$)/.test(String(code))
}
