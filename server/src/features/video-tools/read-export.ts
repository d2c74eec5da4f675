import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { getTask } from '../tasks/read-tasks.ts'
import type { Task } from '../tasks/schemas.ts'
import type { Export } from './schemas.ts'

const statuses: Record<Task['status'], Export['status']> = {
  PENDING: 'PENDING',
  RETRY: 'PENDING',
  STARTED: 'PROCESSING',
  PROGRESS: 'PROCESSING',
  SUCCESS: 'DONE',
  FAILURE: 'FAILED',
}

/** An export is the task that renders the video, so it can be polled from the start. */
export async function getExport(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>,
  actor: Actor,
  id: string,
  kinds: ReadonlySet<string>,
): Promise<Export> {
  requirePermission(actor, 'tasks:read')
  const task = await getTask(deps, actor, id)
  if (!kinds.has(task.kind)) throw problem('task_not_found')
  const { url } = (task.result ?? {}) as { url?: string }
  return { id, status: statuses[task.status], url: url ?? null, error: task.error ?? null }
}
