import type { Deps } from '../../../deps.ts'
import { type PublishJob, publishQueue } from './publish-jobs.ts'
import { nudgeDuePosts } from './publish-queries.ts'

/**
 * Finds due posts that no job has published: those scheduled far ahead, those whose job was lost,
 * and those whose worker died.
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
}
