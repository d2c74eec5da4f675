import type { Deps } from '../../deps.ts'
import { sendWebhook } from '../signed-posts/send-webhook.ts'
import { presentTask } from './present-task.ts'
import { endedTask } from './queries.ts'

/** Notifies the submitter's webhook URL that a task has finished. */
export async function deliverWebhook(deps: Deps, taskId: string): Promise<void> {
  const task = await endedTask(deps.db.system, taskId)
  if (!task?.webhook_url) return
  await sendWebhook(deps, task.workspace_id, task.webhook_url, {
    id: `task_${task.id}`,
    type: 'task.finished',
    timestamp: task.finished_at,
    data: presentTask(deps, task, null),
  })
}
