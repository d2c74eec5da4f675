import { performance } from 'node:perf_hooks'
import { type HeavyWork, heavyWork } from '../lib/heavy-work.ts'
import { type ExpectedWait, RecentSeconds, refuseIfTooLate } from '../lib/overload.ts'

type Release = () => void

interface Waiting {
  proceed: (mayBegin: boolean) => void
  isGone: () => boolean
}

interface EnterOptions {
  writes?: boolean
  /** Whether the client has disconnected, so that nobody needs the turn any more. */
  isGone?: () => boolean
}

/** Recent utilization of the event loop, from 0 to 1. */
export type LoopUtilization = () => number

const busyFrom = 0.6
const pauseFrom = 0.5
/** One at a time leaves the event loop idle while a request waits, so it soon stops being busy. */
const maxAtOnceWhenBusy = 1
/** A workspace with a line pauses after a request for up to this many times as long as it took. */
const maxPausePerRequest = 3
const maxPauseMs = 1000
const raiseEveryMs = 500
/** A client that opens and aborts connections as fast as it can opens at most a hundred a second. */
const minOpeningMs = 10
const recentMs = 1000
/** A stream, socket or upload that has been open this long mostly waits for its client. */
const maxOpeningMs = 50

/**
 * While the event loop is busy and several workspaces send requests, each workspace has one request
 * handled at a time; its other requests wait in its own line. Otherwise, a workspace with a hundred
 * open requests would delay everyone else. Such a line also pauses between its requests, the longer
 * the busier the event loop is: a single request at a time can still keep it busy. A workspace that
 * sends large documents pauses, too. At other times nobody waits.
 *
 * A request that would wait too long is refused at once, before it costs anything. Reads don't wait
 * for transactions, so they are still answered while writes are refused.
 */
export class FairTurns {
  readonly #busyness: LoopUtilization
  readonly #nowMs: () => number
  readonly #waitToWrite: (workspaceId: number) => ExpectedWait
  readonly #heavyWork: HeavyWork
  readonly #handling = new RecentSeconds()
  readonly #handled = new Map<number, number>()
  readonly #lines = new Map<number, Waiting[]>()
  readonly #pausing = new Set<number>()
  /** Until when a workspace with a line leaves the event loop to others. */
  readonly #pausesUntilMs = new Map<number, number>()
  /** How many requests a workspace with a line may have handled at once, and since when. */
  readonly #limits = new Map<number, { atOnce: number; sinceMs: number }>()
  /** The two workspaces that sent the latest requests: enough to know if only one is active. */
  #latest = { workspaceId: 0, atMs: Number.NEGATIVE_INFINITY }
  #latestOther = this.#latest

  constructor(
    busyness: LoopUtilization,
    nowMs: () => number,
    waitToWrite: (workspaceId: number) => ExpectedWait = () => ({ waiting: 0, seconds: 0 }),
    heavy = heavyWork,
  ) {
    this.#busyness = busyness
    this.#nowMs = nowMs
    this.#waitToWrite = waitToWrite
    this.#heavyWork = heavy
  }

  /**
   * Resolves when a request of the workspace may proceed, or when its client has gone. Call
   * `Release` when it is done.
   */
  async enter(
    workspaceId: number,
    { writes = false, isGone = () => false }: EnterOptions = {},
  ): Promise<Release> {
    this.#notice(workspaceId)
    const waiting = this.#lines.get(workspaceId)?.length ?? 0
    refuseIfTooLate({ waiting, seconds: waiting * this.#handling.average })
    if (writes) refuseIfTooLate(this.#waitToWrite(workspaceId))
    if (this.#lines.has(workspaceId) || !this.#hasRoom(workspaceId)) {
      const mayBegin = await new Promise<boolean>((proceed) =>
        this.#join(workspaceId, { proceed, isGone }),
      )
      if (!mayBegin) return () => {}
    } else {
      this.#begin(workspaceId)
    }
    let isHandled = true
    const since = this.#nowMs()
    return () => {
      if (!isHandled) return
      isHandled = false
      const tookMs = this.#nowMs() - since
      this.#handling.note(tookMs / 1000)
      this.#end(workspaceId, tookMs)
    }
  }

  /** Like `enter`, for connections that then wait for their client: a turn only while they open. */
  async enterToOpen(workspaceId: number, options: EnterOptions = {}): Promise<Release> {
    const release = await this.enter(workspaceId, options)
    setTimeout(release, maxOpeningMs).unref()
    const since = this.#nowMs()
    return () => {
      setTimeout(release, Math.max(0, since + minOpeningMs - this.#nowMs())).unref()
    }
  }

  #notice(workspaceId: number): void {
    const now = { workspaceId, atMs: this.#nowMs() }
    if (this.#latest.workspaceId !== workspaceId) this.#latestOther = this.#latest
    this.#latest = now
  }

  #isAlone(workspaceId: number): boolean {
    const since = this.#nowMs() - recentMs
    return ![this.#latest, this.#latestOther].some(
      (other) => other.workspaceId !== workspaceId && other.atMs > since,
    )
  }

  #hasRoom(workspaceId: number): boolean {
    if (this.#isAlone(workspaceId)) return true
    if (this.#pauseMs(workspaceId) > 0) return false
    const handled = this.#handled.get(workspaceId) ?? 0
    if (handled < maxAtOnceWhenBusy) return true
    if (this.#isBusy() || this.#heavyWork.isHeavy(workspaceId)) {
      this.#limits.set(workspaceId, { atOnce: maxAtOnceWhenBusy, sinceMs: this.#nowMs() })
      return false
    }
    return handled < (this.#limits.get(workspaceId)?.atOnce ?? Number.POSITIVE_INFINITY)
  }

  #isBusy(): boolean {
    return this.#busyness() >= busyFrom
  }

  #pauseMs(workspaceId: number): number {
    const until = this.#pausesUntilMs.get(workspaceId) ?? 0
    return Math.max(until - this.#nowMs(), this.#heavyWork.pauseMs(workspaceId), 0)
  }

  #join(workspaceId: number, waiting: Waiting): void {
    const line = this.#lines.get(workspaceId)
    if (line) line.push(waiting)
    else this.#lines.set(workspaceId, [waiting])
    this.#advance(workspaceId)
  }

  #begin(workspaceId: number): void {
    this.#handled.set(workspaceId, (this.#handled.get(workspaceId) ?? 0) + 1)
  }

  #end(workspaceId: number, tookMs: number): void {
    const handled = (this.#handled.get(workspaceId) ?? 1) - 1
    if (handled > 0) this.#handled.set(workspaceId, handled)
    else this.#handled.delete(workspaceId)
    this.#raiseLimit(workspaceId)
    if (this.#lines.has(workspaceId)) this.#pauseAfter(workspaceId, tookMs)
    this.#advance(workspaceId)
  }

  /** A whole line at once would make the event loop busy again, so only slowly. */
  #raiseLimit(workspaceId: number): void {
    const limit = this.#limits.get(workspaceId)
    const nowMs = this.#nowMs()
    if (!limit || this.#isBusy() || nowMs - limit.sinceMs < raiseEveryMs) return
    this.#limits.set(workspaceId, { atOnce: limit.atOnce + 1, sinceMs: nowMs })
  }

  /** None at half load or less, up to three times as long as the request at full load. */
  #pauseAfter(workspaceId: number, tookMs: number): void {
    const share = Math.max(0, this.#busyness() - pauseFrom) / (1 - pauseFrom)
    const pauseMs = Math.min(maxPauseMs, tookMs * share * maxPausePerRequest)
    this.#pausesUntilMs.set(workspaceId, this.#nowMs() + pauseMs)
  }

  /** The end of a request advances the line, or the end of a pause if none is in progress. */
  #advance(workspaceId: number): void {
    const line = this.#lines.get(workspaceId)
    if (!line) return
    while (line[0]) {
      const isGone = line[0].isGone()
      if (!isGone && !this.#hasRoom(workspaceId)) break
      if (!isGone) this.#begin(workspaceId)
      line.shift()?.proceed(!isGone)
    }
    if (line.length === 0) {
      this.#lines.delete(workspaceId)
      this.#limits.delete(workspaceId)
      this.#pausesUntilMs.delete(workspaceId)
    } else if (!this.#handled.has(workspaceId)) this.#advanceAfterPause(workspaceId)
  }

  #advanceAfterPause(workspaceId: number): void {
    if (this.#pausing.has(workspaceId)) return
    this.#pausing.add(workspaceId)
    const advance = () => {
      this.#pausing.delete(workspaceId)
      this.#advance(workspaceId)
    }
    setTimeout(advance, Math.ceil(this.#pauseMs(workspaceId)))
  }
}

const sampleMs = 100

/** Measured over the last 100 ms, on demand. */
export function measuredBusyness(): LoopUtilization {
  let before = performance.eventLoopUtilization()
  let measuredAt = performance.now()
  let busyness = 0
  return () => {
    if (performance.now() - measuredAt < sampleMs) return busyness
    const now = performance.eventLoopUtilization()
    busyness = performance.eventLoopUtilization(now, before).utilization
    before = now
    measuredAt = performance.now()
    return busyness
  }
}
