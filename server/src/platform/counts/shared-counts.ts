import type { Logger } from 'pino'
import type { Change, CountStore, Total } from './count-store.ts'

/** A count that is exchanged with the other processes within a second. */
export interface SharedCount {
  key: string
  /** What this process counted since the last exchange; nothing if its window is over. */
  takeChange(): Omit<Change, 'key'> | undefined
  onTotal(total: Total): void
  /** No store answered, so the change counts only here for now. */
  onFailure(change: Omit<Change, 'key'>): void
}

/** Something that this process holds, and the others too. */
export interface SharedHolding {
  key: string
  held(): number
  onOthers(held: number): void
}

const exchangeAfterMs = 1000
/** Well within the time after which a process is forgotten. */
const renewEveryMs = 20_000

/**
 * Adds up counts across processes with few statements: whatever changed during a second goes out in
 * one exchange, and an idle process exchanges nothing. If no store answers, each process counts
 * alone, because a limit must not stop the service.
 */
export class SharedCounts {
  readonly #store: CountStore | undefined
  readonly #log: Pick<Logger, 'warn'>
  readonly #counts = new Map<string, SharedCount>()
  readonly #changedHoldings = new Map<string, SharedHolding>()
  readonly #holdings = new Map<string, SharedHolding>()
  #exchanging: NodeJS.Timeout | undefined
  #renewing: NodeJS.Timeout | undefined
  #hasFailed = false

  constructor(store: CountStore | undefined, log: Pick<Logger, 'warn'>) {
    this.#store = store
    this.#log = log
  }

  /** Adds at once; undefined if no store answers. */
  add(changes: readonly Change[]): Promise<Total[] | undefined> {
    return this.#ask((store) => store.add(changes))
  }

  async takeBack(keys: readonly string[]): Promise<void> {
    await this.#ask((store) => store.takeBack(keys))
  }

  addSoon(count: SharedCount): void {
    this.#counts.set(count.key, count)
    this.#schedule()
  }

  /** Until it is told otherwise, the holding is renewed; one of zero ends it. */
  holdSoon(holding: SharedHolding): void {
    this.#holdings.set(holding.key, holding)
    this.#changedHoldings.set(holding.key, holding)
    this.#renewing ??= setInterval(() => this.#renew(), renewEveryMs).unref()
    this.#schedule()
  }

  /** Exchanges now what would be exchanged within a second. */
  async exchange(): Promise<void> {
    clearTimeout(this.#exchanging)
    this.#exchanging = undefined
    await Promise.all([this.#exchangeCounts(), this.#exchangeHoldings()])
  }

  close(): void {
    clearTimeout(this.#exchanging)
    clearInterval(this.#renewing)
  }

  #schedule(): void {
    if (!this.#store) return
    this.#exchanging ??= setTimeout(() => void this.exchange(), exchangeAfterMs).unref()
  }

  #renew(): void {
    for (const holding of this.#holdings.values()) this.holdSoon(holding)
    if (this.#holdings.size > 0) return
    clearInterval(this.#renewing)
    this.#renewing = undefined
  }

  async #exchangeCounts(): Promise<void> {
    const changed = [...this.#counts.values()].flatMap((count) => {
      const change = count.takeChange()
      return change ? [{ count, change }] : []
    })
    this.#counts.clear()
    if (changed.length === 0) return
    const totals = await this.add(
      changed.map(({ count, change }) => ({ key: count.key, ...change })),
    )
    changed.forEach(({ count, change }, place) => {
      const total = totals?.[place]
      if (total) count.onTotal(total)
      else count.onFailure(change)
    })
  }

  async #exchangeHoldings(): Promise<void> {
    const changed = [...this.#changedHoldings.values()]
    this.#changedHoldings.clear()
    if (changed.length === 0) return
    const holdings = changed.map(({ key, held }) => ({ key, held: held() }))
    for (const { key, held } of holdings) if (held === 0) this.#holdings.delete(key)
    const others = await this.#ask((store) => store.hold(holdings))
    changed.forEach(({ onOthers }, place) => {
      onOthers(others?.[place] ?? 0)
    })
  }

  async #ask<T>(question: (store: CountStore) => Promise<T>): Promise<T | undefined> {
    if (!this.#store) return undefined
    try {
      const answer = await question(this.#store)
      this.#hasFailed = false
      return answer
    } catch (error) {
      if (!this.#hasFailed) {
        this.#log.warn({ err: error }, 'could not share counts; limits count per process for now')
      }
      this.#hasFailed = true
      return undefined
    }
  }
}

/** Counts that are not shared, for programs that serve nothing. */
export const unsharedCounts = () => new SharedCounts(undefined, { warn: () => {} })
