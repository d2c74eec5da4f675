import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { PostRow } from './queries.ts'

export const publishQueue = 'social-publish'

export interface PublishJob {
  workspace_id: number
  post_id: number
}

/** Whatever is further away is left to the watcher, which finds it when its time has come. */
const farAwaySeconds = 24 * 3600

/**
 * Has a post looked at when it is due. The job says only that there may be something to do: whether
 * the post is due by then, or at all, is in its row.
 */
export async function sendPublishJob(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  { workspace_id, id }: Pick<PostRow, 'workspace_id' | 'id'>,
  due: Date,
): Promise<void> {
  const afterSeconds = Math.max(0, Math.ceil((due.getTime() - clock().getTime()) / 1000))
  if (afterSeconds > farAwaySeconds) return
  const job: PublishJob = { workspace_id, post_id: id }
  await queue.send(tx, publishQueue, job, { afterSeconds })
}
