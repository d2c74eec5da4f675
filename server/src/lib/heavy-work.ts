import { performance } from 'node:perf_hooks'

interface Account {
  /** Time used recently; shrinks with time. */
  spentMs: number
  countedAtMs: number
  pausesUntilMs: number
}

/** Shorter work does not count: it holds nobody up. */
const shortestMs = 5
/** How much of the event loop's time a workspace may use for heavy work without taking turns. */
const freeShare = 0.02
const freeMs = 100
/** A workspace counts as heavy for at most 45 seconds after its last heavy work. */
const maxSpentMs = 1_000
/** Others get the event loop to themselves for this many times as long as the work took. */
const pausePerWork = 4
/** A workspace that was alone for long must not wait for all of its earlier work. */
const maxPauseMs = 2_000

/**
 * Work on large documents that blocks the event loop or the database for milliseconds, by workspace. Requests of a
 * workspace with much of it take turns and pause in between, so that others are rarely held up.
 */
export class HeavyWork {
  readonly #nowMs: () => number
  readonly #accounts = new Map<number, Account>()

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Does the work and counts the time it took. */
  run<Result>(workspaceId: number, work: () => Result): Result {
    const from = this.#nowMs()
    try {
      return work()
    } finally {
      this.add(workspaceId, this.#nowMs() - from)
    }
  }

  /** Counts work that someone else does for the workspace, such as the database. */
  add(workspaceId: number, ms: number): void {
    if (ms < shortestMs) return
    const nowMs = this.#nowMs()
    const account = this.#account(workspaceId)
    const pausesUntilMs = Math.max(nowMs, account?.pausesUntilMs ?? 0) + ms * pausePerWork
    this.#accounts.set(workspaceId, {
      spentMs: Math.min(maxSpentMs, (account?.spentMs ?? 0) + ms),
      countedAtMs: nowMs,
      pausesUntilMs: Math.min(pausesUntilMs, nowMs + maxPauseMs),
    })
  }

  isHeavy(workspaceId: number): boolean {
    return (this.#account(workspaceId)?.spentMs ?? 0) > freeMs
  }

  /** How long the workspace's next request should wait; 0 if it is not heavy. */
  pauseMs(workspaceId: number): number {
    const account = this.#account(workspaceId)
    if (!account || account.spentMs <= freeMs) return 0
    return Math.max(0, account.pausesUntilMs - this.#nowMs())
  }

  #account(workspaceId: number): Account | undefined {
    const account = this.#accounts.get(workspaceId)
    if (!account) return undefined
    const nowMs = this.#nowMs()
    account.spentMs -= (nowMs - account.countedAtMs) * freeShare
    account.countedAtMs = nowMs
    if (account.spentMs > 0) return account
    this.#accounts.delete(workspaceId)
    return undefined
  }
}

/** Of this process: its workspaces share one event loop. */
export const heavyWork = new HeavyWork()
