import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { wakeups } from '../../platform/bus/wakeups.ts'
import { taskChanged } from './events.ts'
import { isTerminal, type TaskFailure } from './present-task.ts'
import type { TaskRow } from './queries.ts'
import { requireTask } from './read-tasks.ts'
import { revokeTask } from './revoke-task.ts'

type Needs = Pick<Deps, 'db' | 'bus' | 'clock'>

export interface WaitingClient {
  /** Aborted when nobody waits any more. */
  signal: AbortSignal
  /** Whether the client has disconnected; otherwise the server is stopping. */
  hasLeft(): boolean
  /** The client can come back for the result, so the task continues without it. */
  continues: boolean
}

/** In case a message between processes is lost. */
const pollEveryMs = 5000

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
  const { signal, continues } = waiting

  for await (const _ of wakeups(deps.bus, taskChanged, signal, {
    about: id,
    everyMs: pollEveryMs,
  })) {
    const task = await requireTask(deps, actor, id)
    if (isTerminal(task)) return resultOf<Result>(task)
  }
  if (!continues) {
    await deps.db.transaction(actor.workspaceId, (tx) => revokeTask(deps, tx, actor, id))
  }
  throw notWaiting(waiting)
}

/** Nobody reads the first, but it is not a server error. */
export function notWaiting({ hasLeft }: WaitingClient) {
  if (hasLeft()) return problem('bad_request', { detail: 'The client disconnected.' })
  return problem('shutting_down', { headers: { 'retry-after': '5' } })
}

function resultOf<Result>(task: TaskRow): Result {
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
