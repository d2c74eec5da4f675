import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { deleteAssetRow } from './queries.ts'
import { forgetContent } from './remove-unused.ts'

/** Deletes an asset. Its bytes are deleted later if no other asset has the same content. */
export async function deleteAsset(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<null> {
  requirePermission(actor, 'assets:write')
  const gone = await deps.db.transaction(actor.workspaceId, async (tx) => {
    const asset = await deleteAssetRow(tx, actor, id)
    if (!asset) throw problem('asset_not_found')
    await publish(tx, actor, {
      type: 'asset.deleted',
      object: { type: 'asset', id },
      data: { name: asset.name },
      spaceId: asset.space_id,
      at: deps.clock(),
    })
    return asset
  })
  await forgetContent(deps, [gone.content_key, gone.thumbnail_key])
  return null
}
