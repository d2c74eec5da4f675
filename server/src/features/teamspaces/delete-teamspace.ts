import type { Deps } from '../../deps.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { publish } from '../events/publish.ts'
import { deleteTeamspaceRow, lockTeamspace } from './queries.ts'

export async function deleteTeamspace(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  ifMatch?: string,
): Promise<null> {
  requirePermission(actor, 'teamspaces:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await lockTeamspace(tx, actor.workspaceId, id)
    requireMatch(ifMatch, before)
    await deleteTeamspaceRow(tx, actor.workspaceId, id)
    await publish(tx, actor, {
      type: 'teamspace.deleted',
      object: { type: 'teamspace', id },
      data: { before },
      at: deps.clock(),
    })
    return null
  })
}
