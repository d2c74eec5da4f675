import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { findSpace } from '../access/who-sees.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { announceAsset } from './announce-asset.ts'
import { type AssetRow, insertAsset } from './queries.ts'
import { assetStatus, assetTypes } from './schemas.ts'

const transientHours = 24

/** A finished file in storage. Images and videos have a size and a thumbnail, audio a duration. */
export interface AssetFile {
  key: string
  sha256: string
  bytes: number
  contentType: string
  width?: number
  height?: number
  durationMs?: number
  thumbnail?: { key: string; contentType: string }
}

/** Creates an asset from a tool's result; its status is done from the start. */
export async function saveResult(
  deps: Pick<Deps, 'clock' | 'random' | 'config'>,
  tx: Tx,
  actor: Actor,
  file: AssetFile,
  { name, transient }: { name: string; transient: boolean },
): Promise<AssetRow> {
  const now = deps.clock()
  const { workspaceId } = actor
  await requireQuota(deps, tx, 'asset_bytes', { workspaceId, adding: file.bytes })
  const asset = await insertAsset(
    tx,
    {
      id: deps.random.uuid(),
      workspace_id: actor.workspaceId,
      space_id: await findSpace(tx, actor),
      status: assetStatus.done,
      asset_type: chooseType(file.contentType),
      name,
      content_key: file.key,
      content_type: file.contentType,
      bytes: file.bytes,
      width: file.width ?? null,
      height: file.height ?? null,
      duration_ms: file.durationMs ?? null,
      sha256: file.sha256,
      thumbnail_key: file.thumbnail?.key ?? null,
      thumbnail_type: file.thumbnail?.contentType ?? null,
      created_by: actor.userId,
      expires_at: transient ? new Date(now.getTime() + transientHours * 3_600_000) : null,
    },
    now,
  )
  await announceAsset(deps, tx, actor, asset)
  return asset
}

function chooseType(contentType: string): number {
  if (contentType.startsWith('audio/')) return assetTypes.audio
  return contentType.startsWith('video/') ? assetTypes.video : assetTypes.image
}
