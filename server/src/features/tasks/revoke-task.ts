import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { announceEnd } from './announce-end.ts'
import { cancelledTasksQueue } from './end-cancelled.ts'
import { taskChanged } from './events.ts'
import { revoke, type TaskRow } from './queries.ts'

/** Revokes a task in the caller's transaction; undefined if it has already finished. */
export async function revokeTask(
  deps: Pick<Deps, 'clock' | 'bus' | 'queue'>,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<TaskRow | undefined> {
  const task = await revoke(tx, actor.workspaceId, id, deps.clock())
  if (!task) return undefined
  await announceEnd(deps, tx, actor, task, 'task.cancelled')
  const { workspace_id } = task
  await deps.queue.send(tx, cancelledTasksQueue, { workspace_id, task_id: id })
  // If the message is lost, the worker and followers notice the change by polling.
  tx.afterCommit(() => deps.bus.publish(taskChanged, id))
  return task
}
