import type { Logger } from 'pino'

interface LoopSettings {
  name: string
  /** Without progress for longer than this, the loop is stalled. */
  maxSeconds?: number
  /** Abandons a round that hangs and starts a new one. */
  restart?(): void
}

/** The state of a loop for `/metrics` and `/readyz`. */
export interface LoopState {
  name: string
  /** Unix time in seconds; undefined before the first finished round. */
  lastProgressAt: number | undefined
  /** Time since the start of the round, or of the first of the rounds that fail; 0 between rounds. */
  lagSeconds: number
  restarts: number
  isStalled: boolean
}

/** A round may hold a transaction for a minute before the database's deadline ends it. */
const defaultMaxSeconds = 120
const checkEveryMs = 5000
/** Loops retry sooner than this. A loop that does not has nothing to do anymore. */
const retriesWithinMs = 30_000

/** One background loop. It reports when a round starts and how it ends. */
export class Loop {
  readonly settings: LoopSettings
  readonly #now: () => number
  #dueSinceMs: number | undefined
  #runningSinceMs: number | undefined
  #failedAtMs: number | undefined
  #lastProgressAt: number | undefined
  #isReported = false
  restarts = 0

  constructor(settings: LoopSettings, now: () => number) {
    this.settings = settings
    this.#now = now
  }

  begin(): void {
    this.#runningSinceMs = this.#now()
    this.#dueSinceMs ??= this.#runningSinceMs
  }

  /** A round has finished. */
  succeed(): void {
    this.#lastProgressAt = Date.now() / 1000
    this.#runningSinceMs = this.#dueSinceMs = this.#failedAtMs = undefined
  }

  /** A round has failed, so its work is still waiting. */
  fail(): void {
    this.#runningSinceMs = undefined
    this.#failedAtMs = this.#now()
  }

  state(): LoopState {
    const lagSeconds = this.#lagMs() / 1000
    return {
      name: this.settings.name,
      lastProgressAt: this.#lastProgressAt,
      lagSeconds,
      restarts: this.restarts,
      isStalled: this.#isReported || lagSeconds > this.#maxSeconds,
    }
  }

  /** The process was suspended for a while, which is not the loop's fault. */
  forgive(ms: number): void {
    if (this.#dueSinceMs !== undefined) this.#dueSinceMs += ms
    if (this.#runningSinceMs !== undefined) this.#runningSinceMs += ms
  }

  /** Reports a stalled loop once, and restarts it if a round hangs. */
  check(log: Pick<Logger, 'error' | 'info'>): void {
    const about = { loop: this.settings.name, seconds: Math.round(this.#lagMs() / 1000) }
    const isStalled = this.#lagMs() > this.#maxSeconds * 1000
    const canRestart = this.#isHanging() && this.settings.restart !== undefined
    if (isStalled && !this.#isReported) {
      log.error(about, `a background loop makes no progress; ${this.#reaction(canRestart)}`)
    } else if (!isStalled && this.#isReported) log.info(about, 'a background loop makes progress')
    this.#isReported = isStalled
    if (!canRestart) return
    this.restarts++
    this.#runningSinceMs = undefined
    this.settings.restart?.()
  }

  get #maxSeconds(): number {
    return this.settings.maxSeconds ?? defaultMaxSeconds
  }

  #reaction(canRestart: boolean): string {
    if (canRestart) return 'restarting it'
    return this.#isHanging() ? 'restart the process' : 'its rounds fail'
  }

  #isHanging(): boolean {
    const since = this.#runningSinceMs
    return since !== undefined && this.#now() - since > this.#maxSeconds * 1000
  }

  #lagMs(): number {
    const now = this.#now()
    const isOver = this.#failedAtMs !== undefined && now - this.#failedAtMs > retriesWithinMs
    if (isOver && this.#runningSinceMs === undefined) {
      this.#dueSinceMs = this.#failedAtMs = undefined
    }
    return Math.max(0, now - (this.#dueSinceMs ?? now))
  }
}

/** Watches the background loops of this process, so that none of them stops in silence. */
export class Loops {
  readonly #log: Pick<Logger, 'error' | 'info'>
  readonly #now: () => number
  readonly #loops = new Set<Loop>()
  readonly #timer: NodeJS.Timeout
  #checkedAtMs: number

  constructor(log: Pick<Logger, 'error' | 'info'>, now = () => performance.now()) {
    this.#log = log
    this.#now = now
    this.#checkedAtMs = now()
    this.#timer = setInterval(() => this.check(), checkEveryMs).unref()
  }

  watch(settings: LoopSettings): Loop {
    const loop = new Loop(settings, this.#now)
    this.#loops.add(loop)
    return loop
  }

  /** The loop has stopped. */
  forget(loop: Loop): void {
    this.#loops.delete(loop)
  }

  states(): LoopState[] {
    return [...this.#loops].map((loop) => loop.state())
  }

  check(): void {
    const now = this.#now()
    const lateMs = now - this.#checkedAtMs - checkEveryMs
    this.#checkedAtMs = now
    for (const loop of this.#loops) {
      if (lateMs > checkEveryMs) loop.forgive(lateMs)
      loop.check(this.#log)
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
