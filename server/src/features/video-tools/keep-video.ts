import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { keepFile } from '../assets/keep-file.ts'
import { type AssetFile, saveResult } from '../assets/save-result.ts'
import { type Outcome, TaskError } from '../tasks/kinds.ts'

export interface ToolVideo {
  path: string
  contentType: string
  /** The file name of the asset. */
  name: string
  warnings: string[]
  /** Additional fields of the result. */
  more?: object
}

/** Reads the finished video once more, stores it, and creates its asset when the task finishes. */
export async function keepVideo(
  deps: Deps,
  actor: Actor,
  { path, contentType, name, warnings, more }: ToolVideo,
  {
    folder,
    storage,
    signal,
  }: { folder: string; storage: 'asset' | 'transient'; signal: AbortSignal },
): Promise<Outcome> {
  const request = { mediaPath: path, kind: 'video' as const, outputPath: join(folder, 'thumbnail') }
  const facts = await deps.engines.inspect(request, { signal })
  const { width, height, durationMs, hasAudio, thumbnail } = facts
  if (!thumbnail) throw new TaskError('media_damaged', 'The frames of the video cannot be decoded.')
  const cover = await keepFile(deps, facts.path)
  const file: AssetFile = {
    ...(await keepFile(deps, path)),
    contentType,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(durationMs !== undefined && { durationMs }),
    thumbnail: { key: cover.key, contentType: thumbnail.contentType },
  }
  return async (tx) => {
    const transient = storage === 'transient'
    const asset = await saveResult(deps, tx, actor, file, { name, transient })
    const result = {
      asset_id: asset.id,
      file: { key: file.key, name: asset.name, expires_at: asset.expires_at },
      ...{ width, height, duration_ms: durationMs, has_audio: hasAudio },
      ...{ content_type: contentType, bytes: file.bytes, sha256: file.sha256 },
    }
    return { result: [result], storage, warnings, ...more }
  }
}
