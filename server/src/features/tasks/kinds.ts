import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'

/** Heavy work keeps a core busy; light work mostly waits for other services. */
export type Lane = 'heavy' | 'light'

/** The context that a task kind runs with. */
export interface TaskRun<Input> {
  taskId: string
  actor: Actor
  input: Input
  /** Call as often as you like; progress is saved at most twice a second. */
  progress(percent: number, stage: string): void
  /** Aborted when the task is cancelled or another worker has taken it over. */
  signal: AbortSignal
}

export interface FailedRun<Input> {
  actor: Actor
  input: Input
  error: TaskError
}

/** Writes the results of a run, in the transaction that finishes the task. */
export type Outcome = (tx: Tx) => Promise<object>

export interface TaskKind<Input = never> {
  name: string
  lane: Lane
  /** The submitter provided this input, so they may read it again. */
  showsInput?: true
  /** Total attempts for retryable errors. */
  maxAttempts: number
  run(deps: Deps, run: TaskRun<Input>): Promise<Outcome>
  /**
   * Ends what the task was working on: on FAILURE in the transaction that finishes the task, and
   * soon after someone cancelled it.
   */
  failed?(deps: Deps, tx: Tx, failure: FailedRun<Input>): Promise<void>
}

declare module '../feature.ts' {
  interface Feature {
    /** Long-running work and its handlers. */
    tasks?: readonly TaskKind[]
  }
  interface Service {
    tasks: readonly TaskKind[]
  }
}

/** A failure that a task reports; `retryable` decides whether the task is retried. */
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
