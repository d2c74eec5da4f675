import { Webhook } from 'standardwebhooks'
import type { Deps } from '../../deps.ts'
import { presentTask } from './present-task.ts'
import type { TaskRow } from './queries.ts'
import { webhookSecret } from './webhook-secret.ts'

/**
 * Tells the submitter's address that a task has ended, signed as Standard Webhooks says. The id is
 * the task's, so a receiver can tell a repetition. Thrown errors make the queue try again, with
 * growing pauses, for about three days; 410 means "never again".
 */
export async function deliverWebhook(deps: Deps, taskId: string): Promise<void> {
  const [task] = await deps.db.system<TaskRow>`select * from tasks where id = ${taskId}`
  if (!task?.webhook_url) return
  const secret = await webhookSecret(deps, task.workspace_id)
  const body = JSON.stringify({
    type: 'task.finished',
    timestamp: task.finished_at,
    data: presentTask(deps, task, null),
  })
  const id = `task_${task.id}`
  const now = deps.clock()
  const answer = await deps.safeFetch(task.webhook_url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    },
    body,
    maxBytes: 65_536,
    timeoutMs: 15_000,
    maxRedirects: 0,
    anyStatus: true,
  })
  answer.stream.resume()
  if (answer.status === 410) return
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`The webhook of task ${taskId} answered ${answer.status}`)
  }
}
