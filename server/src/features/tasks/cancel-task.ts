import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { presentTask } from './present-task.ts'
import { requireTask } from './read-tasks.ts'
import { revokeTask } from './revoke-task.ts'
import type { Task } from './schemas.ts'

/**
 * Cancels a task, even while it runs: its worker is notified and stops, and its result is
 * discarded. A finished task is unchanged.
 */
export async function cancelTask(
  deps: Pick<Deps, 'db' | 'bus' | 'queue' | 'clock' | 'config' | 'fileSecrets'>,
  actor: Actor,
  id: string,
): Promise<Task> {
  requirePermission(actor, 'tasks:write')
  const before = await requireTask(deps, actor, id)
  const cancelled = await deps.db.transaction(actor.workspaceId, (tx) =>
    revokeTask(deps, tx, actor, id),
  )
  return presentTask(deps, cancelled ?? (await requireTask(deps, actor, before.id)), null)
}
