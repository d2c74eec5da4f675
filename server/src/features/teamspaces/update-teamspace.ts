import type { Deps } from '../../deps.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { publish } from '../events/publish.ts'
import { teamspaceSlugTaken } from './create-teamspace.ts'
import { lockTeamspace, saveTeamspace } from './queries.ts'
import type { Teamspace, UpdateTeamspaceBody } from './schemas.ts'

/** Applies the given changes. A teamspace that is switched off keeps its members but is closed. */
export async function updateTeamspace(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  changes: UpdateTeamspaceBody,
  ifMatch?: string,
): Promise<Teamspace> {
  requirePermission(actor, 'teamspaces:write')
  const update = deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await lockTeamspace(tx, actor.workspaceId, id)
    requireMatch(ifMatch, before)
    const changed = { ...before, ...changes }
    changed.name = changed.name.trim()
    const same = (['name', 'slug', 'is_active'] as const).every(
      (one) => changed[one] === before[one],
    )
    if (same) return before
    const after = { ...changed, updated_at: deps.clock() }
    await saveTeamspace(tx, actor.workspaceId, after)
    await publish(tx, actor, {
      type: 'teamspace.updated',
      object: { type: 'teamspace', id },
      data: { before, after },
      at: deps.clock(),
    })
    return after
  })
  return update.catch(teamspaceSlugTaken(changes.slug))
}
