import type { Deps } from '../../deps.ts'
import { openExternalFetch } from '../../engines/external/fetch.ts'
import { videoConfig } from '../../engines/external/settings.ts'
import { submitToVideoEngine } from '../../engines/video/adapters/video-webhook.ts'
import { callbackLink } from '../../http/gate/acting-links.ts'
import { openCallbackSecret, openCallbackToken } from '../../http/gate/callback-secrets.ts'
import type { Actor } from '../../http/permissions.ts'
import { inTemporaryFolder } from '../../lib/temporary-folder.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { selectRanges } from '../../platform/safe-fetch/allowed-ranges.ts'
import { keepFile } from '../assets/keep-file.ts'
import type { AssetFile } from '../assets/save-result.ts'
import { findExternalEngine } from '../engines/read-engines.ts'
import { type FailedRun, TaskError, type TaskKind } from '../tasks/kinds.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { failVideo, finishVideo } from './end-video.ts'
import { changeVideo, type VideoRow, videoById } from './queries.ts'
import { renderStoryboard, spokenPercent } from './render-storyboard.ts'
import type { StoryboardParameters } from './schemas.ts'

interface Input {
  video_id: string
  /** Part of the callback URL for an external engine, sealed. */
  token: string
}

const giveUpHours = 24

/** Hands the video to an engine. Success means only that. */
export const videoSubmissionTask: TaskKind<Input> = {
  name: 'video-submission',
  lane: 'light',
  maxAttempts: 4,
  run: async (deps, { actor, input, signal }) => {
    const video = await videoById(
      deps.db.workspace(actor.workspaceId),
      actor.workspaceId,
      input.video_id,
    )
    if (!video) throw new TaskError('video_not_found', 'The video was deleted in the meantime.')
    const path = `/api/v1/ai/video/${video.id}/variations/${video.variation_id}`
    if (video.provider !== 'embedded') await submitOutside(deps, actor, video, input.token, signal)
    return async (tx) => {
      await changeVideo(tx, actor.workspaceId, video.id, await waiting(tx), deps.clock())
      const note = `Submitted. Poll GET ${path} until job_status is DONE or FAILED.`
      return { video_id: video.id, art_variation_id: video.variation_id, note }
    }

    async function waiting(tx: Tx) {
      if (video?.provider !== 'embedded') {
        return { give_up_at: new Date(deps.clock().getTime() + giveUpHours * 3_600_000) }
      }
      const run = await submitTask(deps, tx, actor, { kind: 'video-run', lane: 'heavy', input })
      return { job_status: 'PENDING' as const, run_task_id: run.task_id }
    }
  },
  failed,
}

async function submitOutside(
  deps: Deps,
  actor: Actor,
  video: VideoRow,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  const settings = await findExternalEngine(deps, actor.workspaceId, 'video')
  if (!settings)
    throw new TaskError('engine_not_chosen', 'The workspace no longer uses this video engine.')
  const { id, model, capability, parameters } = video
  const callbackUrl = callbackLink(deps, 'video', openCallbackToken(deps, token))
  const callbackSecret = openCallbackSecret(deps, video)
  const job = { id, model, capability, parameters, callbackUrl, callbackSecret }
  const fetch = openExternalFetch(selectRanges(deps.config.allowCidrs, 'engines'))
  await submitToVideoEngine(videoConfig(settings), job, { fetch, signal })
}

/** Renders the storyboard: fetches images, speaks texts, draws frames. */
export const videoRunTask: TaskKind<Input> = {
  name: 'video-run',
  lane: 'heavy',
  maxAttempts: 4,
  run: (deps, { actor, input, progress, signal }) =>
    inTemporaryFolder(async (folder) => {
      const sql = deps.db.workspace(actor.workspaceId)
      const video = await videoById(sql, actor.workspaceId, input.video_id)
      if (!video) throw new TaskError('video_not_found', 'The video was deleted in the meantime.')
      const tell = (percent: number, stage: string) => {
        progress(percent, stage)
        const job_status =
          percent > spokenPercent ? ('RENDERING' as const) : ('PROCESSING' as const)
        const changes = { percent: Math.floor(percent), job_status }
        changeVideo(sql, actor.workspaceId, video.id, changes, deps.clock()).catch(() => {})
      }
      const made = await renderStoryboard(deps, actor, video.parameters as StoryboardParameters, {
        folder,
        signal,
        onProgress: tell,
      })
      const file = await store(deps, made)
      return (tx) => finishVideo(deps, tx, actor, video, { file, warnings: made.warnings })
    }),
  failed,
}

type RenderedVideo = Awaited<ReturnType<typeof renderStoryboard>>

async function store(deps: Deps, made: RenderedVideo): Promise<AssetFile> {
  const thumbnail = await keepFile(deps, made.thumbnailPath)
  const { width, height, durationMs, contentType } = made
  return {
    ...(await keepFile(deps, made.path)),
    ...{ width, height, durationMs, contentType },
    thumbnail: { key: thumbnail.key, contentType: 'image/jpeg' },
  }
}

function failed(deps: Deps, tx: Tx, { actor, input, error }: FailedRun<Input>): Promise<void> {
  return failVideo(deps, tx, actor, input.video_id, error)
}
