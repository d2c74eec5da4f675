import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { revoke, type TaskRow } from './queries.ts'
import { taskChanged } from './task-changed.ts'

/** Ends a task in the caller's transaction; undefined when it had ended before. */
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
    at: clock(),
  })
  // Its worker and those who follow it look again by themselves when the message is lost.
  tx.afterCommit(() => bus.publish(taskChanged, id).catch(() => {}))
  return task
}
