import type { Deps } from '../../deps.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { reachableTeamspaces, selectMembers, teamspaceById, teamspaces } from './queries.ts'

type Needs = Pick<Deps, 'db'>

export async function listTeamspaces({ db }: Needs, actor: Actor, page: PageRequest) {
  requirePermission(actor, 'teamspaces:read')
  return teamspaces(db.workspace(actor.workspaceId), actor.workspaceId, guestId(actor), page)
}

export async function getTeamspace({ db }: Needs, actor: Actor, id: number) {
  requirePermission(actor, 'teamspaces:read')
  return teamspaceById(db.workspace(actor.workspaceId), actor.workspaceId, guestId(actor), id)
}

export async function listTeamspaceMembers(
  { db }: Needs,
  actor: Actor,
  id: number,
  page: PageRequest,
) {
  requirePermission(actor, 'teamspaces:read')
  const sql = db.workspace(actor.workspaceId)
  await teamspaceById(sql, actor.workspaceId, guestId(actor), id)
  return selectMembers(sql, actor.workspaceId, id, page)
}

/** The user's own spaces; these decide which `Space` headers are valid. */
export async function listReachableTeamspaces({ db }: Needs, actor: Actor) {
  requirePermission(actor, 'teamspaces:read')
  return reachableTeamspaces(db.workspace(actor.workspaceId), actor.workspaceId, actor.userId)
}

function guestId(actor: Actor): number | null {
  return actor.role === 'guest' ? actor.userId : null
}
