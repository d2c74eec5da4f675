import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { TaskError, type TaskKind } from '../tasks/kinds.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { processStored } from './process-asset.ts'
import { assetById, changeAsset, insertAsset } from './queries.ts'
import { assetStatus, assetTypes, type FromUrlBody } from './schemas.ts'

const largestFetchBytes = 200 * 1024 ** 2

/** Creates an asset from a URL. A background task downloads it; the status shows its progress. */
export async function createAssetFromUrl(
  deps: Pick<Deps, 'db' | 'signals' | 'clock' | 'random'>,
  actor: Actor,
  { url, asset_type = assetTypes.image, name }: FromUrlBody,
): Promise<{ id: string }> {
  requirePermission(actor, 'assets:write')
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw invalid('url', 'must be an http or https URL')
  const id = deps.random.uuid()
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    await insertAsset(
      tx,
      {
        id,
        workspace_id: actor.workspaceId,
        status: assetStatus.processing,
        asset_type,
        name: name ?? nameFrom(url),
        created_by: actor.userId,
      },
      deps.clock(),
    )
    await submitTask(deps, tx, actor, {
      kind: 'fetch-asset',
      lane: 'light',
      input: { asset_id: id, url },
    })
  })
  return { id }
}

function nameFrom(url: string): string {
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
      return await processStored(deps, actor, stored, progress, signal)
    } catch (error) {
      const { message, retryable } = error as Partial<TaskError>
      if (!retryable) {
        const changes = {
          status: assetStatus.processingFailed,
          error: message ?? 'The file could not be fetched.',
        }
        await changeAsset(sql, actor.workspaceId, asset.id, changes, deps.clock())
      }
      throw Object.assign(error as Error, { field: 'url' })
    }
  },
}
