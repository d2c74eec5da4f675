import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import { workspaceContext } from './queries.ts'
import type { WorkspaceContext } from './schemas.ts'

/** The credential's user and workspace, with the visible teamspaces. */
export async function getCurrentWorkspace(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
): Promise<WorkspaceContext> {
  requirePermission(actor, 'workspaces:read')
  return readContext(deps.db.workspace(actor.workspaceId), actor)
}

export async function readContext(sql: Sql, actor: Actor): Promise<WorkspaceContext> {
  const context = await workspaceContext(sql, {
    workspaceId: actor.workspaceId,
    userId: actor.userId,
    isGuest: actor.role === 'guest',
    spaceId: actor.spaceId,
  })
  if (!context) throw problem('workspace_forbidden') // removed since the credential was checked
  return context
}
