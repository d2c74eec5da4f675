import { DatabaseAway, DatabaseTimeout, DeadConnection } from './database-errors.ts'
import type { Probe } from './probe.ts'

type Wait = number | 'new' | 'unsent' | undefined

/** A statement or transaction that waits for the database. */
export interface Supervised {
  what: string
  maxSeconds: number
  /**
   * The backend process that must be running a statement for us; `'new'` while a transaction waits
   * to begin; `'unsent'` while a statement waits for a connection, which others may be using;
   * undefined while we don't wait for the database.
   */
  waitsFor(): Wait
  /** How many statements were answered so far. An answer shows that the connection is not dead. */
  answers?(): number
  /** The database is late, or the connection is dead. */
  onLost(error: DatabaseTimeout | DatabaseAway): void
}

interface WatchedWork {
  work: Supervised
  fail(error: DatabaseTimeout | DatabaseAway): void
  /** How many checks in a row found nothing that could still answer. */
  strikes: number
  waitedFor: Wait
  answersBefore: number | undefined
}

const checkEveryMs = 1000
/** Faster statements are never checked. */
const checkedAfterMs = 2000
const maxStrikes = 2
/** A transaction begins within milliseconds; opening a connection takes up to five seconds. */
const maxStrikesToBegin = 6
const probeWhileAwayMs = 500
/** New connections to a server that stays read-only would not help more often than this. */
const leaveReadOnlyEveryMs = 1000

/**
 * Watches everything that waits for the database. A firewall or a failover can leave a connection
 * open but dead: nothing arrives, and no error either. So if a statement takes long, a separate
 * connection asks PostgreSQL whether it is running it. While the database cannot be reached at all,
 * work fails at once instead of waiting for it.
 */
export class Supervisor {
  readonly #probe: Pick<Probe, 'activeBackends' | 'hasRealPids'>
  readonly #leaveReadOnly: () => void
  readonly #watched = new Set<WatchedWork>()
  #checking: NodeJS.Timeout | undefined
  #probing: NodeJS.Timeout | undefined
  #knowsPids: Promise<boolean> | undefined
  #isAway = false
  #leftReadOnlyAtMs = Number.NEGATIVE_INFINITY

  /** `leaveReadOnly` replaces all connections, because they lead to a server without writes. */
  constructor(
    probe: Pick<Probe, 'activeBackends' | 'hasRealPids'>,
    leaveReadOnly: () => void = () => {},
  ) {
    this.#probe = probe
    this.#leaveReadOnly = leaveReadOnly
  }

  requireReachable(): void {
    if (this.#isAway) throw new DatabaseAway()
  }

  /** Rejects if the work takes too long or waits for a connection that will never answer. */
  run<T>(work: Supervised, running: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const before = { waitedFor: undefined, answersBefore: undefined }
      const watched: WatchedWork = { work, strikes: 0, ...before, fail }
      const young = setTimeout(() => this.#watch(watched), checkedAfterMs)
      const { what, maxSeconds } = work
      const deadline = setTimeout(
        () => fail(new DatabaseTimeout(`${what} took longer than ${maxSeconds} s.`)),
        maxSeconds * 1000,
      )
      const release = () => {
        clearTimeout(young)
        clearTimeout(deadline)
        this.#watched.delete(watched)
      }
      function fail(error: DatabaseTimeout | DatabaseAway): void {
        release()
        reject(error)
        work.onLost(error)
      }
      const onFailure = (error: unknown) => {
        if (isUnreachable(error)) this.#suspectAway()
        if (isReadOnly(error)) this.#onReadOnly()
        reject(error)
      }
      running.then(resolve, onFailure).finally(release)
    })
  }

  close(): void {
    clearTimeout(this.#checking)
    clearTimeout(this.#probing)
    this.#watched.clear()
  }

  #watch(watched: WatchedWork): void {
    this.#watched.add(watched)
    this.#checking ??= setTimeout(() => void this.#check(), checkEveryMs).unref()
  }

  async #check(): Promise<void> {
    const waiting = [...this.#watched]
    const pids = waiting.map(({ work }) => work.waitsFor()).filter((pid) => typeof pid === 'number')
    try {
      const active = pids.length > 0 ? await this.#active(pids) : new Set<number>()
      for (const watched of waiting) if (this.#watched.has(watched)) judge(watched, active)
    } catch {
      this.#suspectAway()
    }
    this.#checking = undefined
    if (this.#watched.size > 0) {
      this.#checking = setTimeout(() => void this.#check(), checkEveryMs).unref()
    }
  }

  /** What has no connection yet would wait for as long as the database is away. */
  #failUnsent(): void {
    for (const { work, fail } of [...this.#watched]) {
      const wait = work.waitsFor()
      if (wait === 'new' || wait === 'unsent') fail(new DatabaseAway())
    }
  }

  async #active(pids: number[]): Promise<Set<number>> {
    this.#knowsPids ??= this.#probe.hasRealPids()
    this.#knowsPids.catch(() => {
      this.#knowsPids = undefined
    })
    return (await this.#knowsPids) ? this.#probe.activeBackends(pids) : new Set(pids)
  }

  /**
   * After a failover, connections can lead to the former primary, which is a standby now. They would
   * stay there: it answers every read.
   */
  #onReadOnly(): void {
    const now = performance.now()
    if (now - this.#leftReadOnlyAtMs < leaveReadOnlyEveryMs) return
    this.#leftReadOnlyAtMs = now
    this.#leaveReadOnly()
  }

  #suspectAway(): void {
    if (this.#probing) return
    const probe = async () => {
      try {
        await this.#probe.activeBackends([])
        this.#isAway = false
        this.#probing = undefined
      } catch {
        this.#isAway = true
        this.#failUnsent()
        this.#probing = setTimeout(probe, probeWhileAwayMs).unref()
      }
    }
    this.#probing = setTimeout(probe, 0).unref()
  }
}

function judge(watched: WatchedWork, active: Set<number>): void {
  const waitsFor = watched.work.waitsFor()
  const isWaiting = waitsFor === undefined || waitsFor === 'unsent'
  const isAlive = isWaiting || (waitsFor !== 'new' && active.has(waitsFor))
  const answers = watched.work.answers?.()
  const isSame = waitsFor === watched.waitedFor && answers === watched.answersBefore
  watched.waitedFor = waitsFor
  watched.answersBefore = answers
  watched.strikes = isAlive ? 0 : isSame ? watched.strikes + 1 : 1
  if (watched.strikes < (waitsFor === 'new' ? maxStrikesToBegin : maxStrikes)) return
  watched.fail(new DeadConnection(`${watched.work.what} waited on a dead connection.`))
}

/** Errors of opening a connection. */
const unreachable = new Set([
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P03', // starting up or shutting down
])

function isUnreachable(error: unknown): boolean {
  return unreachable.has((error as { code?: string }).code ?? '')
}

function isReadOnly(error: unknown): boolean {
  return (error as { code?: string }).code === '25006'
}
