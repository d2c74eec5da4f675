import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../../deps.ts'
import { requirePixels } from '../../engines/video-tools/video-tool-request.ts'
import type { Actor } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { isUuid } from '../../lib/uuid.ts'
import { contentOfAsset, requireKnownAsset } from '../assets/content-of-asset.ts'
import { TaskError } from '../tasks/kinds.ts'
import { withField } from '../tasks/with-field.ts'

const maxVideoBytes = 1024 ** 3

/** Checks what can be checked before the task runs; the task reports download errors. */
export async function checkVideoSource(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  field: string,
  source: string,
): Promise<void> {
  const isUrl = /^https?:\/\//i.test(source) && URL.canParse(source)
  if (!isUrl && !isUuid(source))
    throw invalid(field, 'must be an http(s) URL or the id of an asset')
  await requireKnownAsset(deps, actor, field, source)
}

/**
 * Copies a video from its source to a local file, and checks that it is whole and that its first
 * frame decodes. Damaged files fail here, before the expensive work.
 */
export async function fetchVideo(
  deps: Deps,
  actor: Actor,
  {
    field,
    source,
    path,
    signal,
  }: { field: string; source: string; path: string; signal: AbortSignal },
): Promise<void> {
  try {
    await pipeline(await open(deps, actor, source, signal), createWriteStream(path), { signal })
    const {
      hasVideo,
      width = 0,
      height = 0,
    } = await deps.engines.probe({ mediaPath: path }, { signal })
    if (!hasVideo) throw new TaskError('no_video', 'The file has no video track.')
    requirePixels(width, height)
    const request = {
      mediaPath: path,
      kind: 'video' as const,
      outputPath: join(dirname(path), 'thumbnail'),
    }
    const { thumbnail } = await deps.engines.inspect(request, { signal })
    if (!thumbnail) throw new TaskError('media_damaged', 'No frame of the video can be decoded.')
  } catch (error) {
    withField(field)(error)
  }
}

async function open(deps: Deps, actor: Actor, source: string, signal: AbortSignal) {
  const key = await contentOfAsset(deps, actor, source)
  if (key === null) {
    throw new TaskError('asset_not_found', 'This workspace has no such asset with a file.')
  }
  if (key !== undefined) {
    const { stream, bytes } = await deps.storage.open(key)
    if (bytes <= maxVideoBytes) return stream
    stream.destroy()
    throw new TaskError('video_too_large', 'The video is larger than 1 GB.')
  }
  const fetched = await deps.safeFetch.fetching(source, {
    maxBytes: maxVideoBytes,
    timeoutMs: 1_800_000,
    idleTimeoutMs: 30_000,
    signal,
  })
  return fetched.stream
}
