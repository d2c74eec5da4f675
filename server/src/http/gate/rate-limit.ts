import type { Deps } from '../../deps.ts'
import { sha256 } from '../../lib/hash.ts'
import { type Problem, problem } from '../problem.ts'

interface Window {
  /** In all processes, as far as this one knows. */
  used: number
  endsAtMs: number
}

interface Limit {
  policy: string
  quota: number
  windowSeconds: number
}

/**
 * Counts attempts in fixed windows, together with the other processes, with a statement for each:
 * for small quotas. An expired window is replaced when its owner returns, and all expired windows are
 * removed when there are many.
 */
export class RateLimiter {
  readonly #limit: Limit
  readonly #deps: Pick<Deps, 'clock' | 'counts'>
  readonly #windows = new Map<string, Window>()

  constructor(limit: Limit, deps: Pick<Deps, 'clock' | 'counts'>) {
    this.#limit = limit
    this.#deps = deps
  }

  /** Deducts one request in all processes at once. */
  async takeTogether(owner: string): Promise<void> {
    const [refusal] = await takeTogether(this.#deps, [[this, owner]])
    if (refusal) throw refusal
  }

  /** Why the owner's next request would be rejected, as far as this process knows. */
  checkLimit(owner: string): Problem | undefined {
    const window = this.#windowOf(owner)
    return window.used >= this.#limit.quota ? this.#refusal(window) : undefined
  }

  /** Returns a request that should not have counted, without the other processes. */
  giveBackHere(owner: string): void {
    const window = this.#windowOf(owner)
    window.used = Math.max(0, window.used - 1)
  }

  buildChange(owner: string) {
    return { key: this.buildKey(owner), by: 1, windowMs: this.#limit.windowSeconds * 1000 }
  }

  buildKey(owner: string): string {
    return sha256(`${this.#limit.policy} ${owner}`)
  }

  /** Counts a request that the store has counted, or only here if there is no total. */
  note(owner: string, total: { used: number; leftMs: number } | undefined): Problem | undefined {
    const window = this.#windowOf(owner)
    const used = total?.used ?? window.used + 1
    window.used = used
    if (total) window.endsAtMs = this.#deps.clock().getTime() + total.leftMs
    return used > this.#limit.quota ? this.#refusal(window) : undefined
  }

  #headers({ used, endsAtMs }: Window): Record<string, string> {
    const { policy, quota, windowSeconds } = this.#limit
    const secondsLeft = Math.ceil((endsAtMs - this.#deps.clock().getTime()) / 1000)
    return {
      'ratelimit-policy': `"${policy}";q=${quota};w=${windowSeconds}`,
      ratelimit: `"${policy}";r=${Math.max(0, quota - used)};t=${secondsLeft}`,
    }
  }

  #refusal(window: Window): Problem {
    const { quota, windowSeconds } = this.#limit
    const secondsLeft = Math.ceil((window.endsAtMs - this.#deps.clock().getTime()) / 1000)
    return problem('rate_limited', {
      detail: `The limit is ${quota} requests per ${windowSeconds} s. Try again in ${secondsLeft} s.`,
      headers: { ...this.#headers(window), 'retry-after': String(secondsLeft) },
    })
  }

  #windowOf(owner: string): Window {
    const now = this.#deps.clock().getTime()
    const found = this.#windows.get(owner)
    if (found && found.endsAtMs > now) return found
    if (this.#windows.size >= 10_000) this.#sweep(now)
    const endsAtMs = now + this.#limit.windowSeconds * 1000
    const window = { used: 0, endsAtMs }
    this.#windows.set(owner, window)
    return window
  }

  #sweep(now: number): void {
    for (const [owner, { endsAtMs }] of this.#windows) {
      if (endsAtMs <= now) this.#windows.delete(owner)
    }
  }
}

type LimitUse = readonly [RateLimiter, string]

/** Counts one request against several limits with one statement; returns a refusal for each. */
export async function takeTogether(
  { counts }: Pick<Deps, 'counts'>,
  taken: readonly LimitUse[],
): Promise<(Problem | undefined)[]> {
  const known = taken.map(([limiter, owner]) => limiter.checkLimit(owner))
  if (known.some(Boolean)) return known
  const totals = await counts.add(taken.map(([limiter, owner]) => limiter.buildChange(owner)))
  return taken.map(([limiter, owner], place) => limiter.note(owner, totals?.[place]))
}

/** Returns requests that should not have counted. */
export async function giveBackTogether(
  { counts }: Pick<Deps, 'counts'>,
  taken: readonly LimitUse[],
): Promise<void> {
  for (const [limiter, owner] of taken) limiter.giveBackHere(owner)
  await counts.takeBack(taken.map(([limiter, owner]) => limiter.buildKey(owner)))
}
