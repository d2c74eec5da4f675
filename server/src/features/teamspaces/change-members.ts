import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { requireMember } from '../members/require-member.ts'
import { deleteMember, findMember, insertMember, lockTeamspace } from './queries.ts'
import type { TeamspaceMember } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

/** Adds a workspace member to a teamspace. Repeating this has no effect. */
export async function addTeamspaceMember(
  deps: Needs,
  actor: Actor,
  id: number,
  userId: number,
): Promise<TeamspaceMember> {
  requirePermission(actor, 'teamspaces:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    await lockTeamspace(tx, actor.workspaceId, id)
    await requireMember(tx, actor.workspaceId, userId).catch(() => {
      throw invalid('user_id', 'is not a member of this workspace')
    })
    if (await insertMember(tx, actor.workspaceId, id, userId, deps.clock())) {
      await publish(tx, actor, {
        type: 'teamspace.member_added',
        object: { type: 'teamspace', id },
        data: { user_id: userId },
        at: deps.clock(),
      })
    }
    return (await findMember(tx, actor.workspaceId, id, userId)) as TeamspaceMember
  })
}

export async function removeTeamspaceMember(
  deps: Needs,
  actor: Actor,
  id: number,
  userId: number,
): Promise<null> {
  requirePermission(actor, 'teamspaces:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    await lockTeamspace(tx, actor.workspaceId, id)
    if (!(await deleteMember(tx, actor.workspaceId, id, userId))) {
      throw problem('teamspace_member_not_found')
    }
    await publish(tx, actor, {
      type: 'teamspace.member_removed',
      object: { type: 'teamspace', id },
      data: { user_id: userId },
      at: deps.clock(),
    })
    return null
  })
}
