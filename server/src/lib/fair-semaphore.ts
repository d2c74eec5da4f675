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

/** The longest that a request waits in a line. Later, its client has usually given up. */
export const maxWaitSeconds = 10

/** The work was not begun in time. This is temporary: the caller should retry. */
export class Overloaded extends Error {
  readonly code = 'OVERLOADED'
  readonly retryAfterSeconds = maxWaitSeconds
}

interface WaitOptions {
  /** Without it, the wait only ends with the work of those ahead. */
  maxWaitSeconds?: number | undefined
  signal?: AbortSignal | undefined
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
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#giveBack(key)
    }
  }

  /**
   * Waits for this key's turn. Rejects with `Overloaded` after `maxWaitSeconds`, and with the reason
   * of the signal if it aborts first.
   */
  acquire(key: Key, { maxWaitSeconds: seconds, signal }: WaitOptions = {}): Promise<Release> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const release = this.tryAcquire(key)
    if (release) return Promise.resolve(release)
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { since: this.#nowMs(), grant: resolve }
      const line = this.#lines.get(key)
      if (line) line.push(waiter)
      else this.#lines.set(key, [waiter])
      const leave = (reason: unknown) => {
        stopWaiting()
        this.#leave(key, waiter)
        reject(reason)
      }
      const abort = () => leave(signal?.reason)
      const late = () => leave(new Overloaded(`No slot was free within ${seconds} s.`))
      const timer = seconds === undefined ? undefined : setTimeout(late, seconds * 1000)
      signal?.addEventListener('abort', abort, { once: true })
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
      waiter.grant = (granted) => {
        stopWaiting()
        resolve(granted)
      }
    })
  }

  async run<T>(key: Key, work: () => Promise<T>, options?: WaitOptions): Promise<T> {
    const release = this.tryAcquire(key) ?? (await this.acquire(key, options))
    try {
      return await work()
    } finally {
      release()
    }
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
