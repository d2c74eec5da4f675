import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../../deps.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import { keepFile, keepThumbnail } from '../assets/keep-file.ts'
import { fetchImage } from '../image-tools/image-source.ts'
import { TaskError, type TaskKind } from '../tasks/kinds.ts'
import { failVideo, finishVideo } from './end-video.ts'
import { videoById } from './queries.ts'

interface Input {
  video_id: string
  file_url: string
  thumbnail_url?: string
}

const largestVideoBytes = 1024 ** 3

/** Copies an external engine's result to our storage permanently. */
export const videoFetchTask: TaskKind<Input> = {
  name: 'video-fetch',
  lane: 'light',
  maxAttempts: 6,
  run: (deps, { actor, input, progress, signal }) =>
    inTemporaryFolder(async (folder) => {
      // The engine gave these URLs, so the network rules for engines apply.
      const fromEngine = {
        ...deps,
        safeFetch: { ...deps.safeFetch, fetching: deps.safeFetch.engines },
      }
      const sql = deps.db.workspace(actor.workspaceId)
      const video = await videoById(sql, actor.workspaceId, input.video_id)
      if (!video) throw new TaskError('video_not_found', 'The video was deleted in the meantime.')
      progress(10, 'fetching the video')
      const path = join(folder, 'video')
      await download(fromEngine, input.file_url, path, signal)
      const { hasVideo, durationMs, width, height } = await deps.engines.probe(
        { mediaPath: path },
        { signal },
      )
      if (!hasVideo || !width || !height) {
        throw new TaskError('not_a_video', 'The engine’s result is not a video.')
      }
      const content = await keepFile(deps, path)
      const thumbnail = input.thumbnail_url && (await cover(input.thumbnail_url))
      const file = {
        ...content,
        ...{ width, height, contentType: 'video/mp4' },
        ...(durationMs !== undefined && { durationMs: Math.round(durationMs) }),
        ...(thumbnail && { thumbnail }),
      }
      return (tx) => finishVideo(deps, tx, actor, video, { file, warnings: [] })

      async function cover(source: string) {
        const image = join(folder, 'cover')
        await fetchImage(fromEngine, actor, { field: 'thumbnail_url', source, path: image, signal })
        return (await keepThumbnail(deps, image, { signal })).thumbnail
      }
    }),
  failed: (deps, tx, { actor, input, error }) => failVideo(deps, tx, actor, input.video_id, error),
}

async function download(deps: Deps, url: string, path: string, signal: AbortSignal): Promise<void> {
  const fetched = await deps.safeFetch.fetching(url, {
    maxBytes: largestVideoBytes,
    timeoutMs: 3_600_000,
    idleTimeoutMs: 30_000,
    signal,
  })
  await pipeline(fetched.stream, createWriteStream(path))
}
