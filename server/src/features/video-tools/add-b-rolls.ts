import { join } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { Insert } from '../../engines/video-tools/video-tool-request.ts'
import type { Actor } from '../../http/permissions.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import { fetchImage } from '../image-tools/image-source.ts'
import { TaskError, type TaskKind } from '../tasks/kinds.ts'
import { withField } from '../tasks/with-field.ts'
import { findMedia } from './find-media.ts'
import { keepVideo } from './keep-video.ts'
import { type PlannedInsert, planInserts, type SpokenPhrase } from './plan-inserts.ts'
import type { AddBRollsBody } from './schemas.ts'
import { fetchVideo } from './video-source.ts'

type Input = AddBRollsBody & {
  video_url: string
  /** Whisper's code, such as `en`. */
  language?: string
}

/** Shares of the progress. */
const heardPercent = 40
const fetchedPercent = 50

/** Finds out what is said, and shows the workspace's own images and videos of it meanwhile. */
export const addBRollsVideo: TaskKind<Input> = {
  name: 'add-b-rolls-video',
  showsInput: true,
  lane: 'heavy',
  maxAttempts: 3,
  run: (deps, { taskId, actor, input, progress, signal }) =>
    inTemporaryFolder(async (folder) => {
      const field = input.asset === undefined ? 'media_url' : 'asset'
      const clip = join(folder, 'clip')
      progress(1, 'fetching the video')
      await fetchVideo(deps, actor, { field, source: input.video_url, path: clip, signal })
      const phrases: SpokenPhrase[] = []
      const { durationMs } = await deps.engines
        .transcribe(
          { mediaPath: clip, startMs: 0, language: input.language ?? 'en' },
          {
            signal,
            onProgress: (percent) => progress((percent / 100) * heardPercent, 'listening'),
            onPart: (part) => void phrases.push(...part.phrases),
          },
        )
        .catch(withField(field))
      const candidates = await findMedia(deps, actor, ['image', 'video'])
      const plan = planInserts(phrases, candidates, durationMs)
      if (plan.length === 0) throw nothingToShow(phrases.length === 0)
      progress(heardPercent, 'fetching images and videos')
      const inserts = await fetchInserts(deps, actor, plan, { folder, signal })
      const path = join(folder, 'result')
      const share = (95 - fetchedPercent) / 100
      const onProgress = (percent: number, stage: string) =>
        progress(fetchedPercent + percent * share, stage)
      const job = { tool: 'cut-in' as const, clip, inserts, outputPath: path }
      const { contentType, warnings } = await deps.engines
        .editVideo(job, { signal, onProgress })
        .catch(withField(field))
      const more = { export_id: taskId, b_rolls: plan.map(present) }
      const made = { path, contentType, name: chooseName(input.title), warnings, more }
      return keepVideo(deps, actor, made, { folder, storage: input.storage ?? 'asset', signal })
    }),
}

async function fetchInserts(
  deps: Deps,
  actor: Actor,
  plan: PlannedInsert[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Insert[]> {
  const inserts: Insert[] = []
  for (const [at, { candidate, startMs, endMs }] of plan.entries()) {
    const { id: source, kind } = candidate
    const file = { field: 'b_rolls', source, path: join(folder, `insert-${at}`), signal }
    await (kind === 'image' ? fetchImage : fetchVideo)(deps, actor, file)
    inserts.push({ path: file.path, kind, startMs, endMs })
  }
  return inserts
}

function present({ candidate, startMs, endMs }: PlannedInsert) {
  return { asset_id: candidate.id, start_ms: startMs, end_ms: endMs }
}

function nothingToShow(isSilent: boolean): TaskError {
  const message = isSilent
    ? 'No speech was found in the video, so nothing can be matched to it.'
    : 'No image or video of this workspace has a name that matches what is said. Upload some with names such as "coffee machine.jpg".'
  return new TaskError('no_b_rolls_found', message)
}

function chooseName(title: string | undefined): string {
  return `${title?.trim() || 'with-b-rolls'}.mp4`
}
