/** What a new request would find in a line. */
export interface ExpectedWait {
  /** Others that wait in the same line. */
  waiting: number
  seconds: number
}

/** Longer waits help nobody: the client has given up, and the others wait even longer. */
const maxWaitSeconds = 10
/** A short line is never refused: one slow moment says little about the wait. */
const minWaiting = 64
const maxRetryAfterSeconds = 30

/** The request would wait too long, so it was refused before any work. The caller should retry. */
export class Overloaded extends Error {
  readonly code = 'OVERLOADED'
  readonly retryAfterSeconds: number

  constructor(waitSeconds: number) {
    super(`The expected wait is ${waitSeconds.toFixed(1)} s.`)
    this.retryAfterSeconds = Math.min(maxRetryAfterSeconds, Math.ceil(waitSeconds))
  }
}

export function refuseIfTooLate({ waiting, seconds }: ExpectedWait): void {
  if (waiting >= minWaiting && seconds > maxWaitSeconds) throw new Overloaded(seconds)
}

/** A running average in which the last few dozen durations count. */
export class RecentSeconds {
  #average: number | undefined

  note(seconds: number): void {
    this.#average = this.#average === undefined ? seconds : this.#average * 0.95 + seconds * 0.05
  }

  /** 0 before the first. */
  get average(): number {
    return this.#average ?? 0
  }
}
