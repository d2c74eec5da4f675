import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { getAsset } from '../assets/read-assets.ts'
import { seenVideo, type VideoRow, videos } from './queries.ts'
import type { VideoListQuery, VideoVariation } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>

export async function getVideoVariation(
  deps: Needs,
  actor: Actor,
  id: string,
  variationId?: string,
): Promise<VideoVariation> {
  requirePermission(actor, 'videos:read')
  const row = await seenVideo(deps.db.workspace(actor.workspaceId), actor, id)
  const isIt = variationId === undefined || row?.variation_id === variationId.toLowerCase()
  if (!row || !isIt) throw problem('video_not_found')
  return present(deps, actor, row)
}

export async function listVideos(deps: Needs, actor: Actor, query: VideoListQuery) {
  requirePermission(actor, 'videos:read')
  const sql = deps.db.workspace(actor.workspaceId)
  const { count, results } = await videos(sql, actor, query)
  return { count, results: await Promise.all(results.map((row) => present(deps, actor, row))) }
}

async function present(deps: Needs, actor: Actor, row: VideoRow): Promise<VideoVariation> {
  const { variation_id, id, job_status, percent, modified, errors, warnings } = row
  return {
    id: variation_id,
    video_id: id,
    ...{ job_status, percent, modified },
    output: row.asset_id === null ? null : await presentOutput(deps, actor, row.asset_id),
    payload: { errors, warnings },
  }
}

/** A credential that may read videos may also see their files, whatever its other permissions. */
async function presentOutput(deps: Needs, actor: Actor, assetId: string) {
  const reader: Actor = { ...actor, permissions: new Set(['assets:read']) }
  const { file_url, thumbnail } = await getAsset(deps, reader, assetId)
  return { id: assetId, file_url, thumbnail, thumbnail_cover_image: thumbnail }
}
