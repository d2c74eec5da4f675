import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { TaskError, type TaskKind } from '../tasks/kinds.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { announceAsset } from './announce-asset.ts'
import { contentOfAsset } from './content-of-asset.ts'
import { failInspection } from './end-inspection.ts'
import { placeOfNew } from './move-assets.ts'
import { processStored } from './process-asset.ts'
import { assetById, assetWithContent, insertAsset } from './queries.ts'
import { createAsset } from './register-asset.ts'
import { assetStatus, assetTypes, type FromUrlBody } from './schemas.ts'

const largestFetchBytes = 200 * 1024 ** 2

type Needs = Pick<Deps, 'db' | 'signals' | 'clock' | 'random' | 'config' | 'fileSecrets'>

/** Creates an asset from a URL. A background task downloads it; the status shows its progress. */
export async function createAssetFromUrl(
  deps: Needs,
  actor: Actor,
  { url, asset_type = assetTypes.image, name, folder_id = null }: FromUrlBody,
): Promise<{ id: string }> {
  requirePermission(actor, 'assets:write')
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw invalid('url', 'must be an http or https URL')
  const key = await contentOfAsset(deps, actor, url)
  if (key === null) throw invalid('url', 'is not a valid link to a file of this workspace')
  if (key !== undefined) return copyAsset(deps, actor, key, { asset_type, name, folder_id })
  const id = deps.random.uuid()
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    const asset = await insertAsset(
      tx,
      {
        id,
        workspace_id: actor.workspaceId,
        ...(await placeOfNew(tx, actor, folder_id)),
        status: assetStatus.processing,
        asset_type,
        name: name ?? chooseName(url),
        created_by: actor.userId,
      },
      deps.clock(),
    )
    await submitTask(deps, tx, actor, {
      kind: 'fetch-asset',
      lane: 'light',
      input: { asset_id: id, url },
    })
    await announceAsset(deps, tx, actor, asset)
  })
  return { id }
}

/** A link to one of our own files needs no download. */
async function copyAsset(
  deps: Needs,
  actor: Actor,
  contentKey: string,
  { name, ...given }: { asset_type: number; name: string | undefined; folder_id: string | null },
): Promise<{ id: string }> {
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const source = await assetWithContent(tx, actor, contentKey, undefined)
    if (!source) throw invalid('url', 'is not a valid link to a file of this workspace')
    const { content_type, content_key, sha256, bytes } = source
    const file = { content_type, content_key, sha256, bytes, ...given }
    const { id } = await createAsset(deps, tx, actor, { ...file, name: name ?? source.name })
    return { id }
  })
}

function chooseName(url: string): string {
  const last = new URL(url).pathname.split('/').filter(Boolean).at(-1)
  return (last ?? 'file').slice(0, 255)
}

export const fetchAsset: TaskKind<{ asset_id: string; url: string }> = {
  name: 'fetch-asset',
  showsInput: true,
  lane: 'light',
  maxAttempts: 4,
  run: async (deps, { actor, input, progress, signal }) => {
    const sql = deps.db.workspace(actor.workspaceId)
    const asset = await assetById(sql, actor.workspaceId, input.asset_id)
    if (!asset) throw new TaskError('asset_not_found', 'The asset was deleted in the meantime.')
    progress(5, 'fetching')
    try {
      const fetched = await deps.safeFetch.fetching(input.url, {
        maxBytes: largestFetchBytes,
        timeoutMs: 600_000,
        idleTimeoutMs: 30_000,
        signal,
      })
      const { key, sha256, bytes } = await deps.storage.putContent(fetched.stream, {
        maxBytes: largestFetchBytes,
      })
      const stored = { ...asset, content_key: key, sha256, bytes }
      const end = await processStored(deps, actor, stored, progress, signal)
      return async (tx) => {
        await requireQuota(deps, tx, 'asset_bytes', { ...actor, adding: bytes })
        return end(tx)
      }
    } catch (error) {
      throw Object.assign(error as Error, { field: 'url' })
    }
  },
  failed: failInspection,
}
