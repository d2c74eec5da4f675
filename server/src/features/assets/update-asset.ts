import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { lockAssets } from './folder-queries.ts'
import { presentAsset } from './present-asset.ts'
import { type AssetRow, changeAsset } from './queries.ts'
import type { Asset, UpdateAssetBody } from './schemas.ts'

/** Renames a file. */
export async function updateAsset(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>,
  actor: Actor,
  id: string,
  body: UpdateAssetBody,
): Promise<Asset> {
  requirePermission(actor, 'assets:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const [asset] = await lockAssets(tx, actor, [id])
    if (!asset) throw problem('asset_not_found')
    const name = body.name.trim()
    const { folder_id } = asset
    if (name === asset.name) return presentAsset(deps, asset)
    const at = deps.clock()
    const renamed = await changeAsset(tx, actor.workspaceId, id, { name }, at)
    await publish(tx, actor, {
      type: 'asset.updated',
      object: { type: 'asset', id },
      data: { before: { name: asset.name, folder_id }, after: { name, folder_id } },
      spaceId: asset.space_id,
      at,
    })
    return presentAsset(deps, renamed as AssetRow)
  })
}
