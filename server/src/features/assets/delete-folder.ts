import type { Deps } from '../../deps.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { publish } from '../events/publish.ts'
import { dissolveFolder, lockFolders } from './folder-queries.ts'
import { findFolder, requireFreeName } from './place-folder.ts'
import { presentFolder } from './present-folder.ts'

/**
 * Deletes a folder. Its files and folders move to its parent: no file is lost, not even one that
 * only the members of a teamspace see.
 */
export async function deleteAssetFolder(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
  ifMatch?: string,
): Promise<null> {
  requirePermission(actor, 'assets:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const tree = await lockFolders(tx, actor)
    const folder = findFolder(tree, id)
    const before = presentFolder(folder)
    requireMatch(ifMatch, before)
    const others = tree.filter((one) => one.id !== id)
    const inside = others.filter((one) => one.parent_id === id && one.is_seen)
    for (const child of inside) {
      requireFreeName(others, { ...child, parent_id: folder.parent_id })
    }
    await dissolveFolder(tx, folder, deps.clock())
    await publish(tx, actor, {
      type: 'asset_folder.deleted',
      object: { type: 'asset_folder', id },
      data: { before },
      spaceId: folder.space_id,
      at: deps.clock(),
    })
    return null
  })
}
