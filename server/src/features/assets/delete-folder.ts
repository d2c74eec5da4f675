import type { Deps } from '../../deps.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { dissolveFolder, lockFolders, type TreeFolder } from './folder-queries.ts'
import { findFolder, isNameTaken } from './place-folder.ts'
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
    requireFreeNames(tree, folder)
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

function requireFreeNames(tree: readonly TreeFolder[], { id, parent_id }: TreeFolder): void {
  const others = tree.filter((one) => one.id !== id)
  const inside = others.filter((one) => one.parent_id === id && one.is_seen)
  const taken = inside.find((child) => isNameTaken(others, { ...child, parent_id }))
  if (!taken) return
  throw problem('folder_name_taken', {
    detail: `“${taken.name}” inside has the same name as a folder outside. Rename one of them first.`,
  })
}
