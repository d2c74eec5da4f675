import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { Problem } from '../../http/problem.ts'
import { isDatabaseAway } from '../../platform/postgres/database-errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { FetchRefused } from '../../platform/safe-fetch/fetch-refused.ts'
import { StorageError } from '../../platform/storage/storage-error.ts'
import { traced } from '../../platform/tracing/tracer.ts'
import { backoff, spread } from '../../platform/work/backoff.ts'
import { ignoreLostLease, startHeartbeat } from '../../platform/work/lease.ts'
import { buildTaskActor } from './actor-of-task.ts'
import { announceEnd } from './announce-end.ts'
import { taskChanged } from './events.ts'
import { type Lane, TaskError, type TaskKind } from './kinds.ts'
import {
  type ClaimedTask,
  claimNext,
  endTask,
  giveBackTask,
  renewLease,
  retryLater,
  saveProgress,
} from './lease-queries.ts'
import { buildFailure } from './present-task.ts'

const renewEveryMs = 3000
const reportEveryMs = 500
const maxRetryDelaySeconds = 3600
/** While the database or the storage is away. With all attempts, a task waits for half an hour. */
const maxAwaySeconds = 120

/** A worker that dies uses up an attempt. The limit stops a task that kills every worker. */
const maxAttempts = 25

/**
 * Claims the next task of a lane and runs it to completion; false when there is none. An error
 * while the process shuts down does not count as a failure: the engine was stopped, and the next
 * process runs the task again.
 */
export async function runNextTask(
  deps: Deps,
  kinds: ReadonlyMap<string, TaskKind>,
  lane: Lane,
  stopping: AbortSignal,
): Promise<boolean> {
  const token = deps.random.uuid()
  const task = await deps.db.transaction('system', (tx) => claimNext(tx, lane, token))
  if (!task) return false
  const { id, kind, trace: parent, workspace_id, attempts } = task
  const attributes = {
    'atelier.task_id': id,
    'atelier.workspace_id': workspace_id,
    'atelier.attempt': attempts,
  }
  const span = { name: `task ${kind}`, kind: 'consumer' as const, parent, attributes }
  await traced(deps.tracer, span, () => runTask(deps, kinds.get(kind), task, stopping))
  return true
}

async function runTask(
  deps: Deps,
  kind: TaskKind | undefined,
  task: ClaimedTask,
  stopping: AbortSignal,
): Promise<void> {
  const actor = buildTaskActor(task)
  await deps.bus.publish(taskChanged, task.id)
  if (!kind || task.attempts > maxAttempts) {
    const reason = kind
      ? 'The task was started too often without finishing.'
      : `This server cannot run ${task.kind} tasks.`
    return end(deps, kind, task, actor, new TaskError('task_abandoned', reason))
  }
  const lease = holdLease(deps, task)
  try {
    const outcome = await kind.run(deps, {
      taskId: task.id,
      actor,
      input: task.input as never,
      progress: lease.progress,
      signal: lease.signal,
    })
    await lease.release()
    await succeed(deps, task, actor, outcome)
  } catch (error) {
    await lease.release()
    if (stopping.aborted) await giveBackTask(deps.db.system, task)
    else if (!lease.signal.aborted) await failOrRetry(deps, kind, task, actor, error)
  }
}

/** Renews the lease while the task runs, and aborts the signal when the lease is lost. */
function holdLease(deps: Deps, task: ClaimedTask) {
  let reportedAt = 0
  let reporting: Promise<unknown> = Promise.resolve()
  const heartbeat = startHeartbeat(renewEveryMs, () => renewLease(deps.db.system, task))
  const unsubscribe = deps.bus.subscribe(taskChanged, (id) => {
    if (id === task.id) void heartbeat.beat()
  })
  return {
    signal: heartbeat.signal,
    progress: (percent: number, stage: string) => {
      if (Date.now() - reportedAt < reportEveryMs) return
      reportedAt = Date.now()
      reporting = saveProgress(deps.db.system, task, Math.floor(percent), stage)
        .then(() => deps.bus.publish(taskChanged, task.id))
        .catch(() => {})
    },
    release: async () => {
      heartbeat.stop()
      unsubscribe()
      await reporting
    },
  }
}

async function succeed(
  deps: Deps,
  task: ClaimedTask,
  actor: Actor,
  outcome: (tx: Tx) => Promise<object>,
): Promise<void> {
  await deps.db
    .transaction('system', async (tx) => {
      const result = await outcome(tx)
      // Without the lease, the assets written by the outcome are rolled back too.
      await endTask(tx, task, { status: 'SUCCESS', result })
      await announceEnd(deps, tx, actor, task, 'task.succeeded')
    })
    .catch(ignoreLostLease)
  await deps.bus.publish(taskChanged, task.id)
}

async function failOrRetry(
  deps: Deps,
  kind: TaskKind,
  task: ClaimedTask,
  actor: Actor,
  error: unknown,
) {
  const away = whatIsAway(error)
  if (away) return runAgain(deps, task, away, maxAwaySeconds)
  const failure = asTaskError(error)
  if (failure.code === 'internal_error') {
    deps.log.error({ err: error, task_id: task.id, kind: task.kind }, 'a task failed')
  }
  if (!failure.retryable || task.attempts >= kind.maxAttempts)
    return end(deps, kind, task, actor, failure)
  await runAgain(deps, task, failure, maxRetryDelaySeconds)
}

async function runAgain(
  deps: Deps,
  task: ClaimedTask,
  { code, message, field }: TaskError,
  maxSeconds: number,
): Promise<void> {
  const delay = backoff(task.attempts, { first: 2, max: maxSeconds })
  const afterSeconds = spread(delay, Math.random())
  await retryLater(deps.db.system, task, buildFailure(code, message, field), afterSeconds)
  await deps.bus.publish(taskChanged, task.id)
}

/** The part of our own that is away. No fault of the task, so all attempts of a task are left. */
function whatIsAway(error: unknown): TaskError | undefined {
  if (error instanceof StorageError && error.code === 'storage_unavailable') {
    return new TaskError(error.code, error.message)
  }
  if (!isDatabaseAway(error)) return undefined
  return new TaskError('database_unavailable', 'The database did not respond.')
}

async function end(
  deps: Deps,
  kind: TaskKind | undefined,
  task: ClaimedTask,
  actor: Actor,
  failure: TaskError,
): Promise<void> {
  const { code, message, field } = failure
  await deps.db
    .transaction('system', async (tx) => {
      // The record before its task, as in succeed() and when someone cancels; otherwise two of
      // them could wait for each other.
      await kind?.failed?.(deps, tx, { actor, input: task.input as never, error: failure })
      const errors = buildFailure(code, message, field)
      await endTask(tx, task, { status: 'FAILURE', errors })
      await announceEnd(deps, tx, actor, task, 'task.failed')
    })
    .catch(ignoreLostLease)
  await deps.bus.publish(taskChanged, task.id)
}

/** Engine and fetch errors have a message for the user; any other error is internal. */
function asTaskError(error: unknown): TaskError {
  if (error instanceof TaskError) return error
  if (error instanceof Problem && error.code === 'quota_exceeded') {
    return new TaskError(error.code, error.detail)
  }
  const { code, message, field, retryable } = error as Partial<TaskError>
  if (typeof retryable === 'boolean' && code && message) {
    const { isUnknownHost = false } = error as Partial<FetchRefused>
    const mayHelp = retryable && !isUnknownHost
    return new TaskError(code, message, { ...(field && { field }), retryable: mayHelp })
  }
  return new TaskError(
    'internal_error',
    'Something went wrong on our side. The log has details under the task’s id.',
  )
}
