import type { Deps } from '../../deps.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { deleteInvitation, invitations } from './queries.ts'

export async function listInvitations({ db }: Pick<Deps, 'db'>, actor: Actor, page: PageRequest) {
  requirePermission(actor, 'members:write')
  return invitations(db.workspace(actor.workspaceId), actor.workspaceId, page)
}

/** Revokes an open invitation; its token ends immediately. */
export async function revokeInvitation(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<null> {
  requirePermission(actor, 'members:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const gone = await deleteInvitation(tx, actor.workspaceId, id)
    if (!gone) throw problem('invitation_not_found')
    await publish(tx, actor, {
      type: 'invitation.revoked',
      object: { type: 'invitation', id },
      data: { email: gone.email },
      at: deps.clock(),
    })
    return null
  })
}
