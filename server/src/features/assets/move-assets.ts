import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { type EventFor, publishAll } from '../events/publish.ts'
import { type FolderRow, keepFolder, lockAssets, moveAssetRows } from './folder-queries.ts'
import type { MoveAssetsBody } from './folder-schemas.ts'
import { requireSameReaders } from './place-folder.ts'
import type { AssetRow } from './queries.ts'

/** Moves assets to a folder or to the top level: all of them, or none. */
export async function moveAssets(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { asset_ids, folder_id }: MoveAssetsBody,
): Promise<{ changed: number }> {
  requirePermission(actor, 'assets:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const folder = await openFolder(tx, actor, folder_id)
    const assets = await lockAssets(tx, actor, asset_ids)
    if (assets.length < asset_ids.length) {
      throw problem('asset_not_found', {
        detail: 'At least one of these assets does not exist. Nothing was moved.',
      })
    }
    const moved = assets.filter((asset) => asset.folder_id !== folder_id)
    if (folder) for (const asset of moved) requireSameReaders(folder, asset)
    const ids = moved.map(({ id }) => id)
    await moveAssetRows(tx, actor.workspaceId, ids, folder_id, deps.clock())
    const at = deps.clock()
    await publishAll(
      tx,
      moved.map((asset) => ({ actor, event: moveEvent(asset, folder_id, at) })),
    )
    return { changed: moved.length }
  })
}

/** The place of a new file. It belongs to the teamspace of its folder, or else to the request's. */
export async function placeOfNew(
  tx: Tx,
  actor: Actor,
  folderId: string | null | undefined,
): Promise<Pick<AssetRow, 'folder_id' | 'space_id'>> {
  const folder = await openFolder(tx, actor, folderId ?? null)
  return { folder_id: folder?.id ?? null, space_id: folder?.space_id ?? actor.spaceId }
}

/** Null for the top level. The folder stays until the commit. */
async function openFolder(tx: Tx, actor: Actor, id: string | null): Promise<FolderRow | null> {
  if (id === null) return null
  const folder = await keepFolder(tx, actor, id)
  if (!folder) throw problem('folder_not_found')
  return folder
}

function moveEvent(asset: AssetRow, folderId: string | null, at: Date): EventFor<'space'> {
  const { id, name, space_id } = asset
  return {
    type: 'asset.updated',
    object: { type: 'asset', id },
    data: { before: { name, folder_id: asset.folder_id }, after: { name, folder_id: folderId } },
    spaceId: space_id,
    at,
  }
}
