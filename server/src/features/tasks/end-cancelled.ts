import type { Deps } from '../../deps.ts'
import type { Service } from '../feature.ts'
import { buildTaskActor } from './actor-of-task.ts'
import { TaskError } from './kinds.ts'
import { cancelledTask } from './lease-queries.ts'

interface CancelledTaskJob {
  workspace_id: number
  task_id: string
}

export const cancelledTasksQueue = 'cancelled-tasks'

/** What a task was working on fails with it. Otherwise it would be in progress for ever. */
async function endCancelled(
  deps: Deps,
  { workspace_id, task_id }: CancelledTaskJob,
  { tasks }: Service,
): Promise<void> {
  const task = await cancelledTask(deps.db.system, workspace_id, task_id)
  const kind = tasks.find(({ name }) => name === task?.kind)
  if (!task || !kind?.failed) return
  const { failed } = kind
  const error = new TaskError('cancelled', 'The task was cancelled.')
  await deps.db.transaction('system', (tx) =>
    failed(deps, tx, { actor: buildTaskActor(task), input: task.input as never, error }),
  )
}

export const cancelledTaskJobs = {
  name: cancelledTasksQueue,
  retryLimit: 5,
  atOnce: 5,
  work: endCancelled,
}
