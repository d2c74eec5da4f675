import type { Deps } from '../../deps.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { choices, members } from './queries.ts'
import { requireMember } from './require-member.ts'

type Needs = Pick<Deps, 'db'>

export async function listMembers(
  { db }: Needs,
  actor: Actor,
  { search, ...page }: PageRequest & { search?: string },
) {
  requirePermission(actor, 'members:read')
  return members(db.workspace(actor.workspaceId), actor.workspaceId, search, page)
}

export async function getMember({ db }: Needs, actor: Actor, userId: number) {
  requirePermission(actor, 'members:read')
  return requireMember(db.workspace(actor.workspaceId), actor.workspaceId, userId)
}

/** Members as options of a select field. */
export async function listMemberChoices({ db }: Needs, actor: Actor, search: string | undefined) {
  requirePermission(actor, 'members:read')
  const options = await choices(db.workspace(actor.workspaceId), actor.workspaceId, search)
  return { options }
}
