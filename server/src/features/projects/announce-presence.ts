import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { visitSeconds } from '../../platform/presence.ts'
import type { PresenceBody, ProjectPresence } from './presence-schemas.ts'
import { requireProject } from './read-projects.ts'
import type { ProjectParams } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'presence'>

/** Shows to everyone else at the project that the actor has it open. Nothing is stored. */
export async function announcePresence(
  { db, presence }: Needs,
  actor: Actor,
  which: ProjectParams,
  { client_id: clientId = '', is_editing = false }: PresenceBody,
): Promise<ProjectPresence> {
  requirePermission(actor, 'projects:read')
  const place = await findPlace({ db }, actor, which)
  const { credentialId, userId: id, name, kind } = actor
  const person = { id, name: name.slice(0, 200), kind, is_editing }
  await presence.enter(place, { credentialId, clientId }, person)
  return {
    people: presence.at(place) as ProjectPresence['people'],
    expires_in_seconds: visitSeconds,
  }
}

export async function endPresence(
  { db, presence }: Needs,
  actor: Actor,
  which: ProjectParams,
  clientId = '',
): Promise<null> {
  requirePermission(actor, 'projects:read')
  const place = await findPlace({ db }, actor, which)
  await presence.leave(place, { credentialId: actor.credentialId, clientId })
  return null
}

async function findPlace({ db }: Pick<Deps, 'db'>, actor: Actor, which: ProjectParams) {
  const { workspaceId } = actor
  const { uuid, id } = await requireProject(db.workspace(workspaceId), actor, which)
  return { workspaceId, type: 'project', id: uuid ?? String(id) }
}
