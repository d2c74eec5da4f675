import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { type AssetFile, saveResult } from '../assets/save-result.ts'
import { publish } from '../events/publish.ts'
import { changeVideo, type VideoRow } from './queries.ts'

/** Stores the finished file and sets DONE, in the transaction that finishes the task. */
export async function finishVideo(
  deps: Pick<Deps, 'clock' | 'random' | 'config'>,
  tx: Tx,
  actor: Actor,
  video: VideoRow,
  { file, warnings }: { file: AssetFile; warnings: string[] },
) {
  const asset = await saveResult(deps, tx, actor, file, {
    name: `${video.model}.mp4`,
    transient: video.storage === 'transient',
  })
  const changes = {
    job_status: 'DONE' as const,
    percent: 100,
    asset_id: asset.id,
    warnings: tx.json(warnings),
  }
  const ended = await changeVideo(tx, actor.workspaceId, video.id, changes, deps.clock())
  if (ended) await tell(deps, tx, actor, 'video.done', ended)
  return { video_id: video.id, asset_id: asset.id, warnings }
}

export async function failVideo(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: Actor,
  id: string,
  { code, message, field }: { code: string; message: string; field?: string | undefined },
): Promise<void> {
  const errors = tx.json([{ code, message, field: field ?? null }])
  const changes = { job_status: 'FAILED' as const, errors }
  const ended = await changeVideo(tx, actor.workspaceId, id, changes, deps.clock())
  if (ended) await tell(deps, tx, actor, 'video.failed', ended)
}

async function tell(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: Actor,
  type: 'video.done' | 'video.failed',
  { id, space_id }: VideoRow,
): Promise<void> {
  const object = { type: 'video', id }
  await publish(tx, actor, { type, object, data: {}, at: clock(), spaceId: space_id })
}
