import type { Deps } from '../../deps.ts'
import { newLinkSecret } from '../../http/gate/acting-links.ts'
import { type Actor, requirePermission, requireRole } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import { publish } from '../events/publish.ts'
import { countInvitation } from '../quotas/take-rate.ts'
import { isMemberAddress, replaceInvitation, unknownTeamspaces } from './queries.ts'
import type { CreateInvitationBody } from './schemas.ts'

const validDays = 7

/** Invites a person by email. The token is returned only once; a new invitation replaces it. */
export async function createInvitation(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  actor: Actor,
  { email, role = 'member', teamspace_ids = [] }: CreateInvitationBody,
) {
  requirePermission(actor, 'members:write')
  requireRole(actor, role)
  const token = newLinkSecret(deps, 'ati_')
  const now = deps.clock()
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    if (await isMemberAddress(tx, actor.workspaceId, email)) throw problem('already_member')
    const [unknown] = await unknownTeamspaces(tx, actor.workspaceId, teamspace_ids)
    if (unknown) throw invalid('teamspace_ids', `this workspace has no teamspace ${unknown}`)
    await countInvitation(deps, tx, actor.workspaceId)
    const invitation = await replaceInvitation(tx, {
      id: deps.random.uuid(),
      workspace_id: actor.workspaceId,
      email,
      role,
      teamspace_ids,
      token_hash: sha256(token),
      invited_by: actor.userId,
      created_at: now,
      expires_at: new Date(now.getTime() + validDays * 86_400_000),
    })
    await publish(tx, actor, {
      type: 'invitation.created',
      object: { type: 'invitation', id: invitation.id },
      data: { email, role, teamspace_ids },
      at: now,
    })
    return { ...invitation, token }
  })
}
