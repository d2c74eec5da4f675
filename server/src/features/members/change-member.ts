import type { Deps } from '../../deps.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, type Role, requirePermission, requireRole } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { countOwnersLocked, deleteMembership, saveRole } from './queries.ts'
import { requireMember } from './require-member.ts'
import type { Member } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** Changes a role within the actor's own permissions. Only owners add or remove owners. */
export async function updateMember(
  deps: Needs,
  actor: Actor,
  userId: number,
  role: Role,
  ifMatch?: string,
): Promise<Member> {
  requirePermission(actor, 'members:write')
  // What a person owns in other workspaces is visible only to the system.
  const scope = role === 'owner' ? 'system' : actor.workspaceId
  return deps.db.transaction(scope, async (tx) => {
    const owners = await countOwnersLocked(tx, actor.workspaceId)
    const before = await requireMember(tx, actor.workspaceId, userId)
    requireMatch(ifMatch, before)
    if (before.role === role) return before
    if (role === 'owner' || before.role === 'owner') requireOwner(actor)
    requireRole(actor, role)
    if (before.role === 'owner' && owners === 1) throw lastOwner()
    if (role === 'owner') {
      await requireQuota(deps, tx, 'workspaces', { workspaceId: actor.workspaceId, userId })
    }
    await saveRole(tx, actor.workspaceId, userId, role)
    await publish(tx, actor, {
      type: 'member.updated',
      object: { type: 'member', id: userId },
      data: { before: { role: before.role }, after: { role } },
      at: deps.clock(),
    })
    return { ...before, role }
  })
}

/** Removes a user from the workspace, with their teamspaces and API keys. */
export async function removeMember(deps: Needs, actor: Actor, userId: number): Promise<null> {
  requirePermission(actor, 'members:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const owners = await countOwnersLocked(tx, actor.workspaceId)
    const member = await requireMember(tx, actor.workspaceId, userId)
    if (member.role === 'owner') requireOwner(actor)
    if (member.role === 'owner' && owners === 1) throw lastOwner()
    await deleteMembership(tx, actor.workspaceId, userId) // foreign keys delete the rest
    await publish(tx, actor, {
      type: 'member.removed',
      object: { type: 'member', id: userId },
      data: { email: member.email, role: member.role },
      at: deps.clock(),
    })
    return null
  })
}

function requireOwner(actor: Actor): void {
  if (actor.role === 'owner') return
  throw problem('permission_denied', { detail: 'Only an owner can add or remove owners.' })
}

function lastOwner() {
  return problem('last_owner', { detail: 'Make someone else an owner first.' })
}
