import type { Deps } from '../../deps.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { readVideoReport, type VideoReport } from '../../engines/video/adapters/video-webhook.ts'
import { openCallbackSecret } from '../../http/gate/callback-secrets.ts'
import type { Actor } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import { actorOfTask } from '../tasks/actor-of-task.ts'
import { submitTask } from '../tasks/submit-task.ts'
import { failVideo } from './end-video.ts'
import { changeVideo, lockVideo, type VideoRow, videoOfCallback } from './queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'signals' | 'random' | 'secrets'>

interface Callback {
  headers: Record<string, string | string[] | undefined>
  rawBody: Uint8Array
}

interface UnreadCallback extends Pick<Callback, 'headers'> {
  readBody: () => Promise<Buffer>
}

/**
 * Processes an external video engine's report: verified, in any order. A video that is DONE or
 * FAILED stays unchanged, and a file that is being downloaded is not downloaded twice.
 */
export async function receiveVideoReport(
  deps: Needs,
  token: string,
  { headers, readBody }: UnreadCallback,
): Promise<{ status: 'applied' | 'duplicate' | 'ignored' }> {
  const row = await videoOfCallback(deps.db.system, sha256(token))
  if (!row || row.provider === 'embedded') throw problem('video_not_found')
  const report = read(deps, row, { headers, rawBody: await readBody() })
  if (report.jobId !== row.id) {
    throw problem('callback_malformed', { detail: 'The report is about another job.' })
  }
  const actor = await actorOfTask(deps, row.workspace_id, row.task_id)
  return { status: await apply(deps, actor, row, report) }
}

async function apply(deps: Needs, actor: Actor, row: VideoRow, report: VideoReport) {
  const at = deps.clock()
  return deps.db.transaction(row.workspace_id, async (tx) => {
    const video = await lockVideo(tx, row)
    if (!video || video.job_status === 'DONE' || video.job_status === 'FAILED') return 'ignored'
    if (video.run_task_id !== null) return 'duplicate'
    if (report.status === 'failed') {
      const failure = { code: 'engine_failed', message: report.error }
      await failVideo(deps, tx, actor, video.id, failure)
    } else if (report.status === 'processing') {
      const percent = Math.max(video.percent, report.percent)
      const changes = { job_status: 'PROCESSING' as const, percent }
      await changeVideo(tx, video.workspace_id, video.id, changes, at)
    } else {
      const { fileUrl: file_url, thumbnailUrl: thumbnail_url } = report
      const input = { video_id: video.id, file_url, thumbnail_url }
      const kind = 'video-fetch'
      const { task_id } = await submitTask(deps, tx, actor, { kind, lane: 'light', input })
      const changes = { job_status: 'RENDERING' as const, run_task_id: task_id }
      await changeVideo(tx, video.workspace_id, video.id, changes, at)
    }
    return 'applied'
  })
}

function read(deps: Needs, row: VideoRow, { headers, rawBody }: Callback): VideoReport {
  try {
    return readVideoReport(headers, rawBody, openCallbackSecret(deps, row))
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const code = error.code === 'callback_refused' ? 'callback_refused' : 'callback_malformed'
    throw problem(code, { detail: error.message })
  }
}
