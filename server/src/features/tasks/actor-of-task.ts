import type { Deps } from '../../deps.ts'
import { type Actor, permissionsOf } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'

/** For whom a task was submitted, so that what follows from it is done for the same. */
export async function actorOfTask(
  { db }: Pick<Deps, 'db'>,
  workspaceId: number,
  taskId: string,
): Promise<Actor> {
  const [row] = await db.system<{ actor: Omit<Actor, 'permissions'> & { permissions: string[] } }>`
    select actor from tasks where workspace_id = ${workspaceId} and id = ${taskId}`
  if (!row) throw problem('task_not_found')
  return { ...row.actor, permissions: permissionsOf(row.actor.role, row.actor.permissions) }
}
