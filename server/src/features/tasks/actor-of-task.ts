import type { Deps } from '../../deps.ts'
import { type Actor, listPermissions } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import type { ClaimedTask } from './lease-queries.ts'
import { findSubmitter } from './queries.ts'

/** The actor who submitted a task, so follow-up work runs on behalf of the same actor. */
export async function actorOfTask(
  { db }: Pick<Deps, 'db'>,
  workspaceId: number,
  taskId: string,
): Promise<Actor> {
  const actor = await findSubmitter(db.system, workspaceId, taskId)
  if (!actor) throw problem('task_not_found')
  return { ...actor, permissions: listPermissions(actor.role, actor.permissions) }
}

/** The teamspace comes from the task: the actor's may have been deleted in the meantime. */
export function buildTaskActor({
  actor,
  space_id,
}: Pick<ClaimedTask, 'actor' | 'space_id'>): Actor {
  const permissions = listPermissions(actor.role, [...actor.permissions])
  return { ...actor, permissions, spaceId: space_id }
}
