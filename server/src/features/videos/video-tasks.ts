import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { type AssetFile, saveResult } from '../assets/save-result.ts'
import { publish } from '../events/publish.ts'
import { inTemporaryFolder } from '../image-tools/tool-results.ts'
import { type FailedRun, TaskError, type TaskKind } from '../tasks/kinds.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { changeVideo, videoById } from './queries.ts'
import { renderStoryboard } from './render-storyboard.ts'

interface Input {
  video_id: string
  storage: 'asset' | 'transient'
}

/** Hands the video to whoever renders it. Its success says no more than that. */
export const videoSubmissionTask: TaskKind<Input> = {
  name: 'video-submission',
  lane: 'light',
  maxAttempts: 4,
  run: async (deps, { actor, input }) => {
    const video = await videoById(
      deps.db.workspace(actor.workspaceId),
      actor.workspaceId,
      input.video_id,
    )
    if (!video) throw new TaskError('video_not_found', 'It was deleted meanwhile.')
    const path = `/api/v1/ai/video/${video.id}/variations/${video.variation_id}`
    return async (tx) => {
      const run = await submitTask(deps, tx, actor, { kind: 'video-run', lane: 'heavy', input })
      const changes = { job_status: 'PENDING' as const, run_task_id: run.task_id }
      await changeVideo(tx, actor.workspaceId, video.id, changes, deps.clock())
      const note = `Submitted. Poll GET ${path} until job_status is DONE or FAILED.`
      return { video_id: video.id, art_variation_id: video.variation_id, note }
    }
  },
  failed,
}

/** Renders the storyboard: pictures are fetched, texts spoken, frames drawn. */
export const videoRunTask: TaskKind<Input> = {
  name: 'video-run',
  lane: 'heavy',
  maxAttempts: 4,
  run: (deps, { actor, input, progress, signal }) =>
    inTemporaryFolder(async (folder) => {
      const sql = deps.db.workspace(actor.workspaceId)
      const video = await videoById(sql, actor.workspaceId, input.video_id)
      if (!video) throw new TaskError('video_not_found', 'It was deleted meanwhile.')
      const tell = (percent: number, stage: string) => {
        progress(percent, stage)
        const job_status = percent > 40 ? ('RENDERING' as const) : ('PROCESSING' as const)
        const changes = { percent: Math.floor(percent), job_status }
        changeVideo(sql, actor.workspaceId, video.id, changes, deps.clock()).catch(() => {})
      }
      const made = await renderStoryboard(deps, actor, video.parameters, {
        folder,
        signal,
        onProgress: tell,
      })
      const file = await store(deps, made)
      return async (tx) => {
        const asset = await saveResult(deps, tx, actor, file, {
          name: 'storyboard.mp4',
          transient: input.storage === 'transient',
        })
        const changes = {
          job_status: 'DONE' as const,
          percent: 100,
          asset_id: asset.id,
          warnings: tx.json(made.warnings),
        }
        const ended = await changeVideo(tx, actor.workspaceId, video.id, changes, deps.clock())
        if (ended) await tellOf(deps, tx, actor, 'video.done', video.id)
        return { video_id: video.id, asset_id: asset.id, warnings: made.warnings }
      }
    }),
  failed,
}

type Made = Awaited<ReturnType<typeof renderStoryboard>>

async function store(deps: Deps, made: Made): Promise<AssetFile> {
  const keep = async (path: string) => {
    const { size } = await stat(path)
    return deps.storage.putContent(createReadStream(path), { maxBytes: size })
  }
  const thumbnail = await keep(made.thumbnailPath)
  const { width, height, durationMs, contentType } = made
  return {
    ...(await keep(made.path)),
    ...{ width, height, durationMs, contentType },
    thumbnail: { key: thumbnail.key, contentType: 'image/jpeg' },
  }
}

async function failed(deps: Deps, tx: Tx, { actor, input, error }: FailedRun<Input>) {
  const { code, message, field } = error
  const errors = tx.json([{ code, message, field: field ?? null }])
  const changes = { job_status: 'FAILED' as const, errors }
  const ended = await changeVideo(tx, actor.workspaceId, input.video_id, changes, deps.clock())
  if (ended) await tellOf(deps, tx, actor, 'video.failed', input.video_id)
}

async function tellOf(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: Actor,
  type: 'video.done' | 'video.failed',
  id: string,
): Promise<void> {
  await publish(tx, actor, { type, object: { type: 'video', id }, data: {}, at: clock() })
}
