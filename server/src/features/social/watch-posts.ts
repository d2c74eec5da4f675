import type { Deps } from '../../deps.ts'
import { type PublishJob, publishQueue } from './publish-jobs.ts'
import { foldCounts, nudgeDuePosts } from './publish-queries.ts'

/**
 * Finds posts whose time has come and that no job has published: those that were far away when they
 * were scheduled, those whose job was lost, and those whose publisher died.
 */
export async function watchPosts({
  db,
  queue,
  clock,
}: Pick<Deps, 'db' | 'queue' | 'clock'>): Promise<void> {
  await db.transaction('system', async (tx) => {
    for (const { workspace_id, id } of await nudgeDuePosts(tx, clock())) {
      const job: PublishJob = { workspace_id, post_id: id }
      await queue.send(tx, publishQueue, job)
    }
  })
  await foldCounts(db.system)
}
