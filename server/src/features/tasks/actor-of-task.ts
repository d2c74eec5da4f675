import type { Deps } from '../../deps.ts'
import { type Actor, permissionsOf } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { submitterOf } from './queries.ts'

/** The actor who submitted a task, so follow-up work runs on behalf of the same actor. */
export async function actorOfTask(
  { db }: Pick<Deps, 'db'>,
  workspaceId: number,
  taskId: string,
): Promise<Actor> {
  const actor = await submitterOf(db.system, workspaceId, taskId)
  if (!actor) throw problem('task_not_found')
  return { ...actor, permissions: permissionsOf(actor.role, actor.permissions) }
}
