import type { Deps } from '../../deps.ts'
import { serviceActor } from '../../http/permissions.ts'
import { failVideo } from './end-video.ts'
import { silentVideos } from './queries.ts'

const failure = {
  code: 'provider_silent',
  message: 'The engine did not report a result in time.',
}

/** Fails videos whose engine has not reported in time. */
export async function giveUpVideos(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  for (const { id, workspace_id, created_by } of await silentVideos(deps.db.system, deps.clock())) {
    const service = serviceActor(workspace_id, created_by)
    await deps.db.transaction(workspace_id, (tx) => failVideo(deps, tx, service, id, failure))
  }
}
