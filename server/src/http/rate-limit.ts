import { problem } from './problem.ts'

interface Window {
  used: number
  endsAtMs: number
}

/** A caller's remaining allowance, as headers. */
export interface Allowance {
  headers: Record<string, string>
}

/**
 * Counts requests in fixed windows, per process. An expired window is replaced when its owner
 * returns, and all expired windows are removed when there are many.
 */
export class RateLimiter {
  readonly #policy: string
  readonly #quota: number
  readonly #windowSeconds: number
  readonly #nowMs: () => number
  readonly #windows = new Map<string, Window>()

  constructor(policy: string, quota: number, windowSeconds: number, nowMs: () => number) {
    this.#policy = policy
    this.#quota = quota
    this.#windowSeconds = windowSeconds
    this.#nowMs = nowMs
  }

  /** Deducts one request from the owner's allowance, or rejects it. */
  take(owner: string): Allowance {
    if (this.#quota === 0) return { headers: {} }
    const window = this.#windowOf(owner)
    const secondsLeft = Math.ceil((window.endsAtMs - this.#nowMs()) / 1000)
    const left = this.#quota - window.used
    const headers = {
      'ratelimit-policy': `"${this.#policy}";q=${this.#quota};w=${this.#windowSeconds}`,
      ratelimit: `"${this.#policy}";r=${Math.max(0, left - 1)};t=${secondsLeft}`,
    }
    if (left <= 0) {
      throw problem('rate_limited', {
        detail: `The limit is ${this.#quota} requests per ${this.#windowSeconds} s. Try again in ${secondsLeft} s.`,
        headers: { ...headers, 'retry-after': String(secondsLeft) },
      })
    }
    window.used++
    return { headers }
  }

  /** Whether the owner's next request would be rejected. */
  isUsedUp(owner: string): boolean {
    return this.#quota > 0 && this.#windowOf(owner).used >= this.#quota
  }

  /** Returns a request that should not have counted. */
  giveBack(owner: string): void {
    const window = this.#windowOf(owner)
    window.used = Math.max(0, window.used - 1)
  }

  #windowOf(owner: string): Window {
    const now = this.#nowMs()
    const found = this.#windows.get(owner)
    if (found && found.endsAtMs > now) return found
    if (this.#windows.size >= 10_000) this.#sweep(now)
    const window = { used: 0, endsAtMs: now + this.#windowSeconds * 1000 }
    this.#windows.set(owner, window)
    return window
  }

  #sweep(now: number): void {
    for (const [owner, { endsAtMs }] of this.#windows) {
      if (endsAtMs <= now) this.#windows.delete(owner)
    }
  }
}
