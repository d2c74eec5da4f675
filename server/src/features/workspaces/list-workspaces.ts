import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { workspacesOfUser } from './queries.ts'

/** The workspaces that the credential can access: all of a user's, or the one of a key. */
export async function listWorkspaces(deps: Pick<Deps, 'db'>, actor: Actor) {
  requirePermission(actor, 'workspaces:read')
  const all = await workspacesOfUser(deps.db.system, actor.userId)
  const reached = actor.kind === 'user' ? all : all.filter(({ id }) => id === actor.workspaceId)
  return { count: reached.length, results: reached }
}
