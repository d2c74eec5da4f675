import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { Overloaded } from '../../lib/fair-semaphore.ts'
import { wakeups } from '../../platform/bus/wakeups.ts'
import { taskChanged } from './events.ts'
import { isTerminal, type TaskFailure } from './present-task.ts'
import type { TaskRow } from './queries.ts'
import { requireTask } from './read-tasks.ts'
import { revokeTask } from './revoke-task.ts'

type Needs = Pick<Deps, 'db' | 'bus' | 'queue' | 'clock'>

export interface WaitingClient {
  /** Aborted when nobody waits any more. */
  signal: AbortSignal
  /** Whether the client has disconnected; otherwise the server is stopping. */
  hasLeft(): boolean
  /** The client can come back for the result, so the task continues without it. */
  continues: boolean
}

/** A client with a timeout of its own should learn in time that the server is busy. */
const maxQueueMs = 10_000

/** In case a message between processes is lost. Twice within the time that a task may wait to start. */
const pollEveryMs = 4500

/**
 * Waits for a task that the actor has just submitted, and returns its result. If the caller leaves,
 * the task is cancelled.
 */
export async function waitForTask<Result>(
  deps: Needs,
  actor: Actor,
  id: string,
  waiting: WaitingClient,
): Promise<Result> {
  for await (const task of whileWaiting(deps, actor, id, waiting)) {
    if (isTerminal(task)) return readResult<Result>(task)
  }
  throw notWaiting(waiting)
}

/**
 * Yields the task after each change, until it ends or the caller leaves. If the caller leaves or
 * stops reading before the end, or the task does not start in time, the task is cancelled.
 */
export async function* whileWaiting(
  deps: Needs,
  actor: Actor,
  id: string,
  waiting: WaitingClient,
): AsyncGenerator<TaskRow> {
  const { signal, continues } = waiting
  const settings = { about: id, everyMs: pollEveryMs }
  const startedAt = deps.clock()
  let hasEnded = false
  try {
    for await (const _ of wakeups(deps.bus, taskChanged, signal, settings)) {
      const task = await requireTask(deps, actor, id)
      hasEnded = isTerminal(task)
      if (task.status === 'PENDING') requirePlace(deps, startedAt, pollEveryMs)
      yield task
      if (hasEnded) return
    }
  } finally {
    if (!hasEnded && !continues) {
      await deps.db.transaction(actor.workspaceId, (tx) => revokeTask(deps, tx, actor, id))
    }
  }
}

/** Rejects a request whose work would still wait for its start at the next look, after the limit. */
export function requirePlace(
  { clock }: Pick<Deps, 'clock'>,
  startedAt: Date,
  nextLookMs: number,
): void {
  const waitedMs = clock().getTime() - startedAt.getTime()
  if (waitedMs + nextLookMs > maxQueueMs) throw new Overloaded()
}

/** Nobody reads the first, but it is not a server error. */
export function notWaiting({ hasLeft }: WaitingClient) {
  if (hasLeft()) return problem('bad_request', { detail: 'The client disconnected.' })
  return problem('shutting_down', { headers: { 'retry-after': '5' } })
}

/** The result of a task that has ended. */
export function readResult<Result>(task: TaskRow): Result {
  if (task.status === 'SUCCESS') return task.result as Result
  if (task.status === 'REVOKED') throw problem('task_cancelled')
  const [error] = (task.errors as TaskFailure).errors
  throw failureProblem(error ?? { code: 'internal_error', message: '', field: null })
}

/** Failures of ours or of an engine. All others are about the input. */
const ourFailures = new Set([
  'internal_error',
  'task_abandoned',
  'model_unusable',
  'engine_crashed',
])
const engineFailures = /^(engine_(?!refused)|model_|fetch_timeout)/

/** A failed task as an error response. `more` has the task's own code and field. */
export function failureProblem({ code, message, field }: TaskFailure['errors'][number]) {
  const more = { failure: { code, field } }
  if (ourFailures.has(code)) return problem('task_failed', { detail: message, more })
  if (engineFailures.test(code)) return problem('engine_unavailable', { detail: message, more })
  return problem('task_input_refused', { detail: message, more })
}
