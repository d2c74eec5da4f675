import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import type { TaskRow } from './queries.ts'

/** Reports the end of a task: with an event, and to the webhook URL of its submission. */
export async function announceEnd(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  actor: Actor,
  task: Pick<TaskRow, 'id' | 'workspace_id' | 'space_id' | 'kind' | 'webhook_url'>,
  type: 'task.succeeded' | 'task.failed' | 'task.cancelled',
): Promise<void> {
  await publish(tx, actor, {
    type,
    object: { type: 'task', id: task.id },
    data: { kind: task.kind },
    spaceId: task.space_id,
    at: clock(),
  })
  if (!task.webhook_url) return
  const job = { workspace_id: task.workspace_id, task_id: task.id }
  await queue.send(tx, 'task-webhooks', job)
}
