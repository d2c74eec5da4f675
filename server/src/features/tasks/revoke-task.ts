import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { taskChanged } from './events.ts'
import { revoke, type TaskRow } from './queries.ts'

/** Revokes a task in the caller's transaction; undefined if it has already finished. */
export async function revokeTask(
  { clock, bus }: Pick<Deps, 'clock' | 'bus'>,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<TaskRow | undefined> {
  const task = await revoke(tx, actor.workspaceId, id, clock())
  if (!task) return undefined
  await publish(tx, actor, {
    type: 'task.cancelled',
    object: { type: 'task', id },
    data: { kind: task.kind },
    spaceId: task.space_id,
    at: clock(),
  })
  // If the message is lost, the worker and followers notice the change by polling.
  tx.afterCommit(() => bus.publish(taskChanged, id))
  return task
}
