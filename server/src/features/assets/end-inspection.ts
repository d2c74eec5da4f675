import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import type { FailedRun } from '../tasks/kinds.ts'
import { type AssetRow, changeAsset } from './queries.ts'
import { assetStatus } from './schemas.ts'

/** Writes what the inspection found. The asset may have been deleted in the meantime. */
export async function endInspection(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: Actor,
  id: string,
  found: Partial<AssetRow> & { status: number },
): Promise<void> {
  const at = clock()
  const asset = await changeAsset(tx, actor.workspaceId, id, found, at)
  if (!asset) return
  const { name, asset_type, status, space_id } = asset
  await publish(tx, actor, {
    type: 'asset.processed',
    object: { type: 'asset', id },
    data: { name, asset_type, status },
    spaceId: space_id,
    at,
  })
}

/** The task of an asset failed or was cancelled. */
export function failInspection(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { actor, input, error }: FailedRun<{ asset_id: string }>,
): Promise<void> {
  const failure = { status: assetStatus.processingFailed, error: error.message }
  return endInspection(deps, tx, actor, input.asset_id, failure)
}
