import { finished, PassThrough, type Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import { problem } from '../../http/problem.ts'
import type { Sql } from '../../platform/postgres/sql.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { noteUnused } from './queries.ts'
import { assetStatus } from './schemas.ts'
import { storeWithinQuota } from './store-within-quota.ts'

interface Upload {
  assetId: string
  body: Readable
  maxBytes: number
}

/**
 * Stores the bytes of a signed upload. The client may send them again until the asset is
 * registered; the last upload counts.
 */
export async function receiveUpload(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'config'>,
  { assetId, body, maxBytes }: Upload,
): Promise<void> {
  const asset = await openUpload(deps.db.system, assetId)
  const { workspaceId } = asset
  const stored = await storeWithinQuota(deps, workspaceId, maxBytes, (most) =>
    storeStream(deps, body, most),
  )
  try {
    await deps.db.transaction(workspaceId, async (tx) => {
      const { key, sha256, bytes } = stored
      const adding = bytes - (asset.bytes ?? 0)
      await requireQuota(deps, tx, 'asset_bytes', { workspaceId, adding })
      const changed = await tx`
        update assets set content_key = ${key}, sha256 = ${sha256}, bytes = ${bytes},
          updated_at = ${deps.clock()}
        where workspace_id = ${workspaceId} and id = ${assetId}
          and status = ${assetStatus.created} returning id`
      if (changed.length === 0) throw problem('upload_closed')
    })
  } catch (error) {
    await noteUnused(deps.db.system, [stored.key], deps.clock())
    throw error
  }
}

async function openUpload(system: Sql, assetId: string) {
  const [asset] = await system<{ workspaceId: number; bytes: number | null }>`
    select workspace_id as "workspaceId", bytes from assets
    where id = ${assetId} and status = ${assetStatus.created}`
  if (!asset) throw problem('upload_closed')
  return asset
}

/** Keeps the request stream open if storing fails, so that the error response can still be sent. */
export async function storeStream(
  { storage }: Pick<Deps, 'storage'>,
  body: Readable,
  maxBytes: number,
): Promise<StoredContent> {
  const between = new PassThrough()
  finished(body, (error) => error && between.destroy(error))
  // Both can fail once more after the storage has stopped reading.
  for (const stream of [body, between]) stream.on('error', () => {})
  body.pipe(between)
  try {
    return await storage.putContent(between, { maxBytes })
  } catch (error) {
    throw body.readableAborted || body.errored ? uploadCutOff() : error
  }
}

/** The client disconnected, so nobody reads this. But it is not a server error. */
export function uploadCutOff() {
  return problem('bad_request', { detail: 'The upload ended before it was complete.' })
}
