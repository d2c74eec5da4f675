import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { presentTask } from './present-task.ts'
import { requireTask } from './read-tasks.ts'
import { revokeTask } from './revoke-task.ts'
import type { Task } from './schemas.ts'

/**
 * Ends a task, also while it runs: its worker is told, stops, and whatever it made does not count.
 * A task that has ended stays as it is.
 */
export async function cancelTask(
  deps: Pick<Deps, 'db' | 'bus' | 'clock' | 'config' | 'fileSecrets'>,
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
