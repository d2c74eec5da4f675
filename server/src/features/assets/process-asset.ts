import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../../deps.ts'
import { EngineError } from '../../engines/engine-error.ts'
import type { Actor } from '../../http/permissions.ts'
import { type DetectedType, detectType, headBytes } from '../../lib/magic-bytes.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import { type Outcome, TaskError, type TaskKind } from '../tasks/kinds.ts'
import { endInspection, failInspection } from './end-inspection.ts'
import { keepFile, keepThumbnail } from './keep-file.ts'
import { type AssetRow, assetById } from './queries.ts'
import { processAssetKind } from './register-asset.ts'
import { assetStatus, assetTypes } from './schemas.ts'

type Progress = (percent: number, stage: string) => void

/** Inspects an upload: its real type, its size and duration, and a thumbnail. */
export const processAsset: TaskKind<{ asset_id: string }> = {
  name: processAssetKind,
  lane: 'light',
  maxAttempts: 4,
  run: async (deps, { actor, input, progress, signal }) => {
    const sql = deps.db.workspace(actor.workspaceId)
    const asset = await assetById(sql, actor.workspaceId, input.asset_id)
    if (!asset) throw new TaskError('asset_not_found', 'The asset was deleted in the meantime.')
    return processStored(deps, actor, asset, progress, signal)
  },
  failed: failInspection,
}

/** The outcome writes the result to the asset in the transaction that finishes the task. */
export async function processStored(
  deps: Deps,
  actor: Actor,
  asset: AssetRow,
  progress: Progress,
  signal: AbortSignal,
): Promise<Outcome> {
  progress(50, 'inspecting the file')
  const found = await inTemporaryFolder((folder) => inspect(deps, asset, folder, signal))
  return async (tx) => {
    const changes = {
      content_key: asset.content_key,
      sha256: asset.sha256,
      bytes: asset.bytes,
      ...found,
    }
    await endInspection(deps, tx, actor, asset.id, changes)
    return { asset_id: asset.id, status: found.status }
  }
}

async function inspect(
  deps: Deps,
  asset: AssetRow,
  folder: string,
  signal: AbortSignal,
): Promise<Partial<AssetRow> & { status: number }> {
  const path = join(folder, 'file')
  const { stream } = await deps.storage.open(asset.content_key as string)
  await pipeline(stream, createWriteStream(path))
  const detected = detectType(await firstBytes(path))
  const type = detected && (await withoutVideo(deps, asset, detected, path, signal))
  if (!type || !fits(asset.asset_type, type.kind)) {
    const what = type ? type.mediaType : 'of an unknown kind'
    const error = `The file is ${what}, which does not fit asset_type ${asset.asset_type}.`
    return { status: assetStatus.processingFailed, error }
  }
  const known = { content_type: type.mediaType, error: null }
  if (type.kind === 'audio' || type.kind === 'video') {
    return { ...known, ...(await inspectMedia(deps, path, type.kind, folder, signal)) }
  }
  if (type.kind !== 'image') return { ...known, status: assetStatus.done }
  try {
    const { width, height, thumbnail } = await keepThumbnail(deps, path, { signal })
    const kept = { thumbnail_key: thumbnail.key, thumbnail_type: thumbnail.contentType }
    return { ...known, ...kept, width, height, status: assetStatus.done }
  } catch (error) {
    signal.throwIfAborted()
    return { ...known, status: assetStatus.thumbnailFailed, error: (error as Error).message }
  }
}

/** Browsers record audio into the containers of videos. Such a file is audio if it has no video. */
async function withoutVideo(
  { engines }: Deps,
  { asset_type }: AssetRow,
  type: DetectedType,
  path: string,
  signal: AbortSignal,
): Promise<DetectedType> {
  if (asset_type !== assetTypes.audio || type.kind !== 'video') return type
  const { hasAudio, hasVideo } = await engines
    .probe({ mediaPath: path }, { signal })
    .catch(unlessDamaged({ hasAudio: false, hasVideo: false }))
  if (!hasAudio || hasVideo) return type
  return { mediaType: type.mediaType.replace('video/', 'audio/'), kind: 'audio' }
}

/** The inspection reports what is wrong with the file. */
function unlessDamaged<T>(facts: T) {
  return (error: unknown): T => {
    if (error instanceof EngineError && !error.retryable) return facts
    throw error
  }
}

/** A video whose first frame cannot be shown is still a video that plays. */
async function inspectMedia(
  deps: Deps,
  path: string,
  kind: 'audio' | 'video',
  folder: string,
  signal: AbortSignal,
): Promise<Partial<AssetRow> & { status: number }> {
  try {
    const found = await deps.engines.inspect(
      { mediaPath: path, kind, outputPath: join(folder, 'thumbnail') },
      { signal },
    )
    const { durationMs = null, width = null, height = null, thumbnail } = found
    const facts = { duration_ms: durationMs, width, height }
    if (!thumbnail) {
      const status = kind === 'video' ? assetStatus.thumbnailFailed : assetStatus.done
      const error = kind === 'video' ? 'No frame of the video could be decoded.' : null
      return { ...facts, status, error }
    }
    const { key } = await keepFile(deps, found.path)
    const kept = { thumbnail_key: key, thumbnail_type: thumbnail.contentType }
    return { ...facts, ...kept, status: assetStatus.done }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof EngineError) || error.retryable) throw error
    return { status: assetStatus.processingFailed, error: error.message }
  }
}

/** Enough of a file to detect its type. */
export async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function fits(assetType: number, kind: string): boolean {
  const kinds: Record<number, string> = {
    [assetTypes.image]: 'image',
    [assetTypes.giphy]: 'image',
    [assetTypes.video]: 'video',
    [assetTypes.audio]: 'audio',
    [assetTypes.font]: 'font',
    [assetTypes.pdf]: 'pdf',
  }
  return kinds[assetType] === kind
}
