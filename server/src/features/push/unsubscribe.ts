import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { deleteOwnSubscription } from './queries.ts'

/** Turns off push in one browser. Another user's browser counts as not found. */
export async function unsubscribe(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<null> {
  requirePermission(actor, 'notifications:write')
  const { workspaceId, userId } = actor
  const gone = await deleteOwnSubscription(db.workspace(workspaceId), workspaceId, userId, id)
  if (!gone) throw problem('push_subscription_not_found')
  return null
}
