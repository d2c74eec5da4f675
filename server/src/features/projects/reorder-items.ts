import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { itemIds, placeItems } from './item-queries.ts'
import { lockProject } from './read-projects.ts'
import type { ProjectParams } from './schemas.ts'

/** Puts items in the order of the list; unlisted items follow in their current order. */
export async function reorderItems(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  which: ProjectParams,
  ids: string[],
): Promise<{ ids: string[] }> {
  requirePermission(actor, 'projects:write')
  const first = new Set(ids.map((id) => id.toLowerCase()))
  if (first.size < ids.length) throw invalid('ids', 'must not name an item twice')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const project = await lockProject(tx, actor, which)
    const all = await itemIds(tx, project)
    const known = new Set(all)
    const unknown = [...first].find((id) => !known.has(id))
    if (unknown) throw invalid('ids', `${unknown} is not an item of this project`)
    const ordered = [...first, ...all.filter((id) => !first.has(id))]
    const at = deps.clock()
    const moved = await placeItems(tx, project, ordered, { userId: actor.userId, at })
    if (moved > 0) {
      await publish(tx, actor, {
        type: 'project_item.reordered',
        object: { type: 'project', id: project.uuid ?? project.id },
        data: { resourcetype: project.resourcetype, ids: ordered.slice(0, 1000) },
        at,
        spaceId: project.space_id,
      })
    }
    return { ids: ordered }
  })
}
