import { isDeepStrictEqual } from 'node:util'
import type { Deps } from '../../deps.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission, requirePerson } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { workspaceSlugTaken } from './create-workspace.ts'
import { readContext } from './get-current-workspace.ts'
import { lockWorkspace, saveWorkspace } from './queries.ts'
import type { UpdateWorkspaceBody, WorkspaceContext } from './schemas.ts'
import { checkSettings, readRules } from './settings.ts'

/**
 * Changes the given fields and keeps the rest, also within `settings`. Only an owner can switch the
 * workspace off and on again.
 */
export async function updateWorkspace(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  changes: UpdateWorkspaceBody,
  ifMatch?: string,
): Promise<WorkspaceContext> {
  requirePermission(actor, 'workspaces:write')
  checkSettings(changes.settings)
  if (changes.is_active !== undefined && actor.role !== 'owner') {
    throw problem('permission_denied', {
      detail: 'Only an owner can switch a workspace on or off.',
    })
  }
  const update = deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await lockWorkspace(tx, actor.workspaceId)
    requireMatch(ifMatch, await readContext(tx, actor))
    if (!before.is_active && changes.is_active !== true) throw problem('workspace_inactive')

    const after = { ...before, ...changes, settings: { ...before.settings, ...changes.settings } }
    after.name = after.name.trim()
    // Otherwise an agent could let itself approve.
    if (!isDeepStrictEqual(readRules(before.settings), readRules(after.settings)))
      requirePerson(actor)
    if (!isDeepStrictEqual(after, before)) {
      await saveWorkspace(tx, after, deps.clock())
      await publish(tx, actor, {
        type: 'workspace.updated',
        object: { type: 'workspace', id: after.id },
        data: { before, after },
        at: deps.clock(),
      })
    }
    return readContext(tx, actor)
  })
  return update.catch(workspaceSlugTaken(changes.slug))
}
