import type { Deps } from '../../deps.ts'
import { linkToFile } from '../../platform/storage/link-to-file.ts'
import type { AssetRow } from './queries.ts'
import { type Asset, assetStatus } from './schemas.ts'

type Needs = Pick<Deps, 'config' | 'clock' | 'fileSecrets'>

/** An asset as the API shows it, with links valid for one day. */
export function presentAsset(deps: Needs, row: AssetRow): Asset {
  const isServed = row.status !== assetStatus.created && row.status !== assetStatus.processingFailed
  return {
    id: row.id,
    status: row.status as Asset['status'],
    asset_type: row.asset_type as Asset['asset_type'],
    name: row.name,
    file_url: isServed ? signLink(deps, row, row.content_key, row.content_type) : null,
    thumbnail: signLink(deps, row, row.thumbnail_key, row.thumbnail_type),
    content_type: row.content_type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    sha256: row.sha256,
    error: row.error,
    payload: row.payload,
    folder_id: row.folder_id,
    created_at: row.created_at,
    expires_at: row.expires_at,
  }
}

function signLink(
  deps: Needs,
  row: AssetRow,
  key: string | null,
  type: string | null,
): string | null {
  if (!key || !type) return null
  return linkToFile(deps, { key, contentType: type, fileName: row.name, endsAt: row.expires_at })
}
