import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { wakeups } from '../../platform/bus/wakeups.ts'
import { taskChanged } from './events.ts'
import { chooseStatus, isTerminal, isWaiting, presentInfo, presentTask } from './present-task.ts'
import { queuePosition, type TaskRow, taskById, tasks } from './queries.ts'
import type { Task, TaskListQuery } from './schemas.ts'

/** Polling interval in case a message between processes is lost. */
const pollEveryMs = 5000

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>

export async function requireTask(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<TaskRow> {
  const task = await taskById(db.workspace(actor.workspaceId), actor, id)
  if (!task) throw problem('task_not_found')
  return task
}

export async function getTask(deps: Needs, actor: Actor, id: string): Promise<Task> {
  requirePermission(actor, 'tasks:read')
  const task = await requireTask(deps, actor, id)
  return presentTask(deps, task, isWaiting(task) ? await queuePosition(deps.db.system, task) : null)
}

/** The words that existing clients of this operation know. */
const progressWords = {
  PENDING: 'pending',
  RETRY: 'pending',
  STARTED: 'processing',
  PROGRESS: 'processing',
  SUCCESS: 'success',
  FAILURE: 'failed',
} as const

export async function getTaskProgress(deps: Needs, actor: Actor, id: string) {
  requirePermission(actor, 'tasks:read')
  const task = await requireTask(deps, actor, id)
  return { status: progressWords[chooseStatus(task)], info: presentInfo(deps, task) }
}

/** Newest first. Omits queue positions because each would need its own count. */
export async function listTasks(deps: Needs, actor: Actor, query: TaskListQuery) {
  requirePermission(actor, 'tasks:read')
  const { count, results } = await tasks(deps.db.workspace(actor.workspaceId), actor, query)
  return { count, results: results.map((task) => presentTask(deps, task, null)) }
}

/** Yields the task after each change until it finishes. Intermediate changes may be skipped. */
export async function* followTask(
  deps: Needs & Pick<Deps, 'bus'>,
  actor: Actor,
  id: string,
  afterVersion: number,
  signal: AbortSignal,
): AsyncGenerator<{ version: number; task: Task }> {
  requirePermission(actor, 'tasks:read')
  let seen = afterVersion
  for await (const _ of wakeups(deps.bus, taskChanged, signal, {
    about: id,
    everyMs: pollEveryMs,
  })) {
    if (signal.aborted) return
    const row = await requireTask(deps, actor, id)
    if (row.version > seen) yield { version: row.version, task: await getTask(deps, actor, id) }
    seen = row.version
    if (isTerminal(row)) return
  }
}
