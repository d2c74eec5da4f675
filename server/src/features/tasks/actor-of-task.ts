import type { Deps } from '../../deps.ts'
import { type Actor, permissionsOf } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { submitterOf } from './queries.ts'

/** For whom a task was submitted, so that what follows from it is done for the same. */
export async function actorOfTask(
  { db }: Pick<Deps, 'db'>,
  workspaceId: number,
  taskId: string,
): Promise<Actor> {
  const actor = await submitterOf(db.system, workspaceId, taskId)
  if (!actor) throw problem('task_not_found')
  return { ...actor, permissions: permissionsOf(actor.role, actor.permissions) }
}
