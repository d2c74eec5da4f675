import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { publish } from '../events/publish.ts'
import { insertFolder, lockFolders } from './folder-queries.ts'
import type { AssetFolder, CreateFolderBody } from './folder-schemas.ts'
import { findFolder, requirePlace, requireRoomForFolder } from './place-folder.ts'
import { presentFolder } from './present-folder.ts'

/** Creates a folder. It belongs to the teamspace of its parent, or else to the request's. */
export async function createAssetFolder(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  actor: Actor,
  { name, parent_id = null }: CreateFolderBody,
): Promise<AssetFolder> {
  requirePermission(actor, 'assets:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const tree = await lockFolders(tx, actor)
    requireRoomForFolder(tree)
    const parent = parent_id === null ? null : findFolder(tree, parent_id)
    const now = deps.clock()
    const folder = {
      id: deps.random.uuid(),
      workspace_id: actor.workspaceId,
      space_id: parent?.space_id ?? actor.spaceId,
      parent_id,
      name: name.trim(),
      created_by: actor.userId,
      created_at: now,
      updated_at: now,
    }
    requirePlace(tree, folder)
    await insertFolder(tx, folder)
    await publish(tx, actor, {
      type: 'asset_folder.created',
      object: { type: 'asset_folder', id: folder.id },
      data: { name: folder.name, parent_id },
      spaceId: folder.space_id,
      at: now,
    })
    return presentFolder(folder)
  })
}
