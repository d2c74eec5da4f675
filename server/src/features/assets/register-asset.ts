import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { isUuid } from '../../lib/uuid.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { announceAsset } from './announce-asset.ts'
import { placeOfNew } from './move-assets.ts'
import { presentAsset } from './present-asset.ts'
import {
  type AssetRow,
  changeAsset,
  findSigned,
  insertAsset,
  type NewAsset,
  seenAsset,
} from './queries.ts'
import { type Asset, assetStatus, type RegisterBody } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'signals' | 'clock' | 'random' | 'config' | 'fileSecrets'>

export const processAssetKind = 'process-asset'

/** Creates an asset from an upload to a signed URL, and starts processing it. */
export async function registerAsset(deps: Needs, actor: Actor, body: RegisterBody): Promise<Asset> {
  requirePermission(actor, 'assets:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const uploaded = await signedAsset(tx, actor, body)
    if (!uploaded) throw problem('asset_not_found')
    if (!uploaded.content_key) throw problem('asset_not_uploaded')
    if (uploaded.status !== assetStatus.created) return presentAsset(deps, uploaded)
    const changes = {
      status: assetStatus.processing,
      ...(body.asset_name && { name: body.asset_name }),
      ...(body.asset_type !== undefined && { asset_type: body.asset_type }),
      ...(body.payload && { payload: body.payload }),
    }
    const asset = await changeAsset(tx, actor.workspaceId, uploaded.id, changes, deps.clock())
    await startProcessing(deps, tx, actor, asset as AssetRow)
    return presentAsset(deps, asset as AssetRow)
  })
}

/** Existing clients send back the key or the resource id of the signing as the id. */
async function signedAsset(
  tx: Tx,
  actor: Actor,
  { id, asset_key }: RegisterBody,
): Promise<AssetRow | undefined> {
  const named = [asset_key?.replace(/^uploads\//, ''), String(id)].filter(
    (one) => one !== undefined && isUuid(one),
  )
  for (const one of named) {
    const found = await seenAsset(tx, actor, one as string)
    if (found) return found
  }
  return findSigned(tx, actor, String(id))
}

/** Creates an asset from content that is already in storage. */
export async function createAsset(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  asset: Omit<NewAsset, 'id' | 'workspace_id' | 'space_id' | 'status'>,
): Promise<AssetRow> {
  const { workspaceId } = actor
  await requireQuota(deps, tx, 'asset_bytes', { workspaceId, adding: asset.bytes ?? 0 })
  const row = await insertAsset(
    tx,
    {
      ...asset,
      id: deps.random.uuid(),
      workspace_id: actor.workspaceId,
      ...(await placeOfNew(tx, actor, asset.folder_id)),
      status: assetStatus.processing,
      created_by: actor.userId,
    } as NewAsset,
    deps.clock(),
  )
  await startProcessing(deps, tx, actor, row)
  return row
}

async function startProcessing(deps: Needs, tx: Tx, actor: Actor, asset: AssetRow): Promise<void> {
  await submitTask(deps, tx, actor, {
    kind: processAssetKind,
    lane: 'light',
    input: { asset_id: asset.id },
  })
  await announceAsset(deps, tx, actor, asset)
}
