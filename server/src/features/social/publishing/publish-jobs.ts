import type { Deps } from '../../../deps.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { PostRow } from '../posts/queries.ts'

export const publishQueue = 'social-publish'

export interface PublishJob {
  workspace_id: number
  post_id: number
}

/** The watcher finds posts that are due later than this. */
const farAwaySeconds = 24 * 3600

/**
 * Schedules a check of a post when it is due. The job is only a hint: the row decides whether the
 * post is still due.
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
