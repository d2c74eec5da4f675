import type { Deps } from '../../deps.ts'
import { duplicate } from '../../http/body/duplicates.ts'
import { chooseSlug } from '../../http/body/slugs.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { publish } from '../events/publish.ts'
import { insertMember, insertTeamspace, slugsLike, teamspaceById } from './queries.ts'
import type { CreateTeamspaceBody, Teamspace } from './schemas.ts'

/** Creates a teamspace with its creator as the first member. */
export async function createTeamspace(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { name, slug }: CreateTeamspaceBody,
): Promise<Teamspace> {
  requirePermission(actor, 'teamspaces:write')
  const { workspaceId } = actor
  const creation = deps.db.transaction(workspaceId, async (tx) => {
    const takenLike = (base: string) => slugsLike(tx, workspaceId, base)
    const chosen = slug ?? (await chooseSlug(tx, { workspaceId, name, kind: 'space' }, takenLike))
    const id = await insertTeamspace(
      tx,
      workspaceId,
      { name: name.trim(), slug: chosen },
      deps.clock(),
    )
    await insertMember(tx, workspaceId, id, actor.userId, deps.clock())
    await publish(tx, actor, {
      type: 'teamspace.created',
      object: { type: 'teamspace', id },
      data: { name: name.trim(), slug: chosen },
      at: deps.clock(),
    })
    return teamspaceById(tx, workspaceId, null, id)
  })
  return creation.catch(teamspaceSlugTaken(slug))
}

export function teamspaceSlugTaken(slug = '') {
  const detail = `Another teamspace of this workspace already has the slug "${slug}".`
  return duplicate('teamspaces_workspace_id_slug_key', 'slug_taken', detail)
}
