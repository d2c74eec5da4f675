import { type ExpectedWait, RecentSeconds } from './overload.ts'

export type Release = () => void

export interface SemaphoreLoad {
  slots: number
  inUse: number
  waiting: number
  /** How long the first in line has waited; 0 if nobody waits. */
  oldestWaitSeconds: number
  /** Slots returned since the start. If this stops growing, nothing makes progress. */
  returned: number
}

interface Waiter {
  since: number
  grant: (release: Release) => void
}

/** No slot became free in time. This is temporary: the caller should retry. */
export class SlotTimeout extends Error {
  readonly code = 'SLOT_TIMEOUT'
}

/**
 * A semaphore whose slots are shared between keys, such as workspaces. Each key has its own line,
 * the lines are served in turn, and no key holds more than `maxPerKey` slots.
 */
export class FairSemaphore<Key> {
  readonly slots: number
  readonly #maxPerKey: number
  readonly #held = new Map<Key, number>()
  /** In the order in which they are served. */
  readonly #lines = new Map<Key, Waiter[]>()
  readonly #nowMs: () => number
  readonly #holding = new RecentSeconds()
  #inUse = 0
  #returned = 0

  constructor(slots: number, maxPerKey = slots, nowMs = () => performance.now()) {
    this.slots = slots
    this.#maxPerKey = maxPerKey
    this.#nowMs = nowMs
  }

  /** Returns a slot if one is free for this key now. */
  tryAcquire(key: Key): Release | undefined {
    const held = this.#held.get(key) ?? 0
    if (this.#inUse >= this.slots || held >= this.#maxPerKey) return undefined
    this.#inUse++
    this.#held.set(key, held + 1)
    let isHeld = true
    const since = this.#nowMs()
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holding.note((this.#nowMs() - since) / 1000)
      this.#giveBack(key)
    }
  }

  /** Waits for this key's turn. Rejects with `SlotTimeout` after `maxWaitSeconds`. */
  acquire(key: Key, maxWaitSeconds?: number): Promise<Release> {
    const release = this.tryAcquire(key)
    if (release) return Promise.resolve(release)
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { since: this.#nowMs(), grant: resolve }
      const line = this.#lines.get(key)
      if (line) line.push(waiter)
      else this.#lines.set(key, [waiter])
      if (maxWaitSeconds === undefined) return
      const timer = setTimeout(() => {
        this.#leave(key, waiter)
        reject(new SlotTimeout(`No slot was free within ${maxWaitSeconds} s.`))
      }, maxWaitSeconds * 1000)
      waiter.grant = (granted) => {
        clearTimeout(timer)
        resolve(granted)
      }
    })
  }

  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const release = this.tryAcquire(key) ?? (await this.acquire(key))
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** How long one more of this key would wait, if slots are held as long as recently. */
  expectedWait(key: Key): ExpectedWait {
    const waiting = this.#lines.get(key)?.length ?? 0
    if (waiting === 0) return { waiting, seconds: 0 }
    // The lines are served in turn, so a longer one delays this one only by as much as its own.
    const ahead = [...this.#lines.values()].reduce(
      (sum, line) => sum + Math.min(line.length, waiting + 1),
      0,
    )
    const rounds = Math.max(ahead / this.slots, waiting / this.#maxPerKey)
    return { waiting, seconds: rounds * this.#holding.average }
  }

  load(): SemaphoreLoad {
    const lines = [...this.#lines.values()]
    const first = Math.min(...lines.map(([waiter]) => waiter?.since ?? Number.POSITIVE_INFINITY))
    return {
      slots: this.slots,
      inUse: this.#inUse,
      waiting: lines.reduce((sum, line) => sum + line.length, 0),
      oldestWaitSeconds: lines.length > 0 ? (this.#nowMs() - first) / 1000 : 0,
      returned: this.#returned,
    }
  }

  #giveBack(key: Key): void {
    const held = (this.#held.get(key) ?? 1) - 1
    if (held > 0) this.#held.set(key, held)
    else this.#held.delete(key)
    this.#inUse--
    this.#returned++
    this.#serveNext()
  }

  /** Serves the first line whose key may have another slot, then moves that key to the end. */
  #serveNext(): void {
    for (const [key, line] of this.#lines) {
      const release = this.tryAcquire(key)
      if (!release) continue
      const waiter = line.shift() as Waiter
      this.#lines.delete(key)
      if (line.length > 0) this.#lines.set(key, line)
      waiter.grant(release)
      return
    }
  }

  #leave(key: Key, waiter: Waiter): void {
    const line = this.#lines.get(key)?.filter((other) => other !== waiter) ?? []
    if (line.length > 0) this.#lines.set(key, line)
    else this.#lines.delete(key)
  }
}
