import type { Deps } from '../../deps.ts'
import { permissionsOfMember } from '../members/permissions-of-member.ts'
import { sendWebhook } from '../signed-posts/send-webhook.ts'
import { presentTask } from './present-task.ts'
import { endedTask, findSubmitter } from './queries.ts'

/** Notifies the submitter's webhook URL that a task has finished, if they may still see the task. */
export async function deliverWebhook(deps: Deps, taskId: string): Promise<void> {
  const task = await endedTask(deps.db.system, taskId)
  if (!task?.webhook_url) return
  const { workspace_id } = task
  const submitter = await findSubmitter(deps.db.system, workspace_id, taskId)
  const sql = deps.db.workspace(workspace_id)
  const may = await permissionsOfMember(sql, workspace_id, submitter?.userId ?? null)
  if (!may.has('tasks:read')) return
  await sendWebhook(deps, workspace_id, task.webhook_url, {
    id: `task_${task.id}`,
    type: 'task.finished',
    timestamp: task.finished_at,
    data: presentTask(deps, task, null),
  })
}
