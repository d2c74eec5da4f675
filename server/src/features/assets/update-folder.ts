import type { Deps } from '../../deps.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { publish } from '../events/publish.ts'
import { lockFolders, saveFolder } from './folder-queries.ts'
import type { AssetFolder, UpdateFolderBody } from './folder-schemas.ts'
import { findFolder, requirePlace } from './place-folder.ts'
import { presentFolder } from './present-folder.ts'

/** Renames a folder or moves it with everything inside. */
export async function updateAssetFolder(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
  changes: UpdateFolderBody,
  ifMatch?: string,
): Promise<AssetFolder> {
  requirePermission(actor, 'assets:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const tree = await lockFolders(tx, actor)
    const folder = findFolder(tree, id)
    const before = presentFolder(folder)
    requireMatch(ifMatch, before)
    const { name = folder.name, parent_id = folder.parent_id } = changes
    const changed = { ...folder, name: name.trim(), parent_id, updated_at: deps.clock() }
    if (changed.name === folder.name && parent_id === folder.parent_id) return before
    requirePlace(tree, changed)
    await saveFolder(tx, changed)
    const after = presentFolder(changed)
    await publish(tx, actor, {
      type: 'asset_folder.updated',
      object: { type: 'asset_folder', id },
      data: { before, after },
      spaceId: folder.space_id,
      at: deps.clock(),
    })
    return after
  })
}
