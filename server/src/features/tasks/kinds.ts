import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'

/** Heavy work that keeps a core busy, and light work that mostly waits for others. */
export type Lane = 'heavy' | 'light'

/** What a kind of task is given to do its work. */
export interface TaskRun<Input> {
  taskId: string
  actor: Actor
  input: Input
  /** Told as often as one likes; written at most twice a second. */
  progress(percent: number, stage: string): void
  /** Aborted when the task is cancelled or another worker has taken it over. */
  signal: AbortSignal
}

export interface FailedRun<Input> {
  actor: Actor
  input: Input
  error: TaskError
}

/** What a run leaves behind, written in the transaction that ends the task. */
export type Outcome = (tx: Tx) => Promise<object>

export interface TaskKind<Input = never> {
  name: string
  lane: Lane
  /** Its input is what somebody asked for, so they may read it again. */
  showsInput?: true
  /** Attempts in all, for what may heal. */
  maxAttempts: number
  run(deps: Deps, run: TaskRun<Input>): Promise<Outcome>
  /** What else a FAILURE changes, in the transaction that ends the task. */
  failed?(deps: Deps, tx: Tx, failure: FailedRun<Input>): Promise<void>
}

/** A failure that a task reports; `retryable` decides whether it is tried again. */
export class TaskError extends Error {
  readonly code: string
  readonly field: string | undefined
  readonly retryable: boolean

  constructor(
    code: string,
    message: string,
    { field, retryable = false }: { field?: string; retryable?: boolean } = {},
  ) {
    super(message)
    this.code = code
    this.field = field
    this.retryable = retryable
  }
}
