import type { Deps } from '../../deps.ts'
import { sha256 } from '../../lib/hash.ts'
import type { SharedCount } from '../../platform/counts/shared-counts.ts'
import { type Problem, problem } from '../problem.ts'

interface Rate {
  policy: string
  /** 0 turns the limit off. */
  perSecond: number
  /** How many seconds' worth of requests may arrive at once. */
  burstSeconds: number
}

interface Bucket {
  /** Requests that still count, in all processes as far as this one knows; drains with time. */
  level: number
  atMs: number
  /** Counted here since the last exchange with the other processes. */
  unshared: number
  /** The count of all processes at the last exchange, and when its window ends. */
  seen?: { used: number; endsAtMs: number }
  shared?: SharedCount
}

/** An owner who uses less than this share of the burst here is not worth an exchange. */
const minSharedPart = 0.05
const sharedWindowMs = 60_000
const maxBuckets = 10_000

/**
 * A token bucket for each owner, for rates at which a statement per request would cost too much.
 * Once an owner has used a noticeable part of a burst here, the processes compare their counts every
 * second, and each fills its bucket with what the others counted. So several processes together
 * exceed the rate only by what they accept within a second.
 */
export class RequestRate {
  readonly #rate: Rate
  readonly #burst: number
  readonly #deps: Pick<Deps, 'clock' | 'counts'>
  readonly #buckets = new Map<string, Bucket>()

  constructor(rate: Rate, deps: Pick<Deps, 'clock' | 'counts'>) {
    this.#rate = rate
    this.#burst = rate.perSecond * rate.burstSeconds
    this.#deps = deps
  }

  /** Why the next request of this cost would be refused. Counts nothing. */
  checkRate(owner: string, cost = 1): Problem | undefined {
    if (this.#burst === 0) return undefined
    const bucket = this.#bucketOf(owner)
    // Rounding errors of a drained bucket must not refuse a request.
    const missing = bucket.level + cost - this.#burst
    return missing > 0.001 ? this.#refusal(bucket, missing) : undefined
  }

  /** Counts a request that was not refused. */
  count(owner: string, cost = 1): void {
    if (this.#burst === 0) return
    const bucket = this.#bucketOf(owner)
    bucket.level += cost
    bucket.unshared += cost
    if (bucket.level < this.#burst * minSharedPart) return
    bucket.shared ??= this.#shared(owner, bucket)
    this.#deps.counts.addSoon(bucket.shared)
  }

  take(owner: string): void {
    const refusal = this.checkRate(owner)
    if (refusal) throw refusal
    this.count(owner)
  }

  /** For the headers `RateLimit-Policy` and `RateLimit`; undefined without a limit. */
  show(owner: string): { policy: string; state: string } | undefined {
    return this.#burst === 0 ? undefined : this.#show(this.#bucketOf(owner))
  }

  #show({ level }: Bucket) {
    const { policy, perSecond, burstSeconds } = this.#rate
    const left = Math.max(0, Math.floor(this.#burst - level + 0.001))
    return {
      policy: `"${policy}";q=${this.#burst};w=${burstSeconds}`,
      state: `"${policy}";r=${left};t=${Math.ceil(level / perSecond)}`,
    }
  }

  #refusal(bucket: Bucket, missing: number): Problem {
    const { policy, perSecond } = this.#rate
    const seconds = Math.ceil(missing / perSecond)
    const { policy: shownPolicy, state } = this.#show(bucket)
    const whose = policy === 'workspace' ? ' of all members and keys of the workspace' : ''
    return problem('rate_limited', {
      detail: `The limit is ${perSecond} requests per second${whose}. Try again in ${seconds} s.`,
      headers: {
        'ratelimit-policy': shownPolicy,
        ratelimit: state,
        'retry-after': String(seconds),
      },
    })
  }

  #bucketOf(owner: string): Bucket {
    const nowMs = this.#deps.clock().getTime()
    const found = this.#buckets.get(owner)
    if (found) this.#drain(found, nowMs)
    if (found && found.level > 0) return found
    if (this.#buckets.size >= maxBuckets) this.#sweep(nowMs)
    const bucket = { level: 0, atMs: nowMs, unshared: 0 }
    this.#buckets.set(owner, bucket)
    return bucket
  }

  #drain(bucket: Bucket, nowMs: number): void {
    const seconds = Math.max(0, nowMs - bucket.atMs) / 1000
    bucket.level = Math.max(0, bucket.level - seconds * this.#rate.perSecond)
    bucket.atMs = nowMs
  }

  #sweep(nowMs: number): void {
    for (const [owner, bucket] of this.#buckets) {
      this.#drain(bucket, nowMs)
      if (bucket.level === 0) this.#buckets.delete(owner)
    }
  }

  #shared(owner: string, bucket: Bucket): SharedCount {
    let sent = 0
    return {
      key: sha256(`${this.#rate.policy} ${owner}`),
      takeChange: () => {
        sent = bucket.unshared
        bucket.unshared = 0
        return { by: sent, windowMs: sharedWindowMs }
      },
      onTotal: ({ used, leftMs }) => {
        const nowMs = this.#deps.clock().getTime()
        this.#drain(bucket, nowMs)
        bucket.level += this.#countedElsewhere(bucket, used - sent, leftMs, nowMs)
        bucket.seen = { used, endsAtMs: nowMs + leftMs }
      },
      onFailure: ({ by }) => {
        bucket.unshared += by
      },
    }
  }

  /** What the other processes counted since the last exchange and has not drained yet. */
  #countedElsewhere({ seen }: Bucket, others: number, leftMs: number, nowMs: number): number {
    if (seen && seen.endsAtMs > nowMs) return Math.max(0, others - seen.used)
    const windowSeconds = (sharedWindowMs - leftMs) / 1000
    return Math.max(0, others - windowSeconds * this.#rate.perSecond)
  }
}
