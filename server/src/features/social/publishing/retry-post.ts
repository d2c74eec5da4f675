import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { accountById } from '../accounts/account-queries.ts'
import { presentPost } from '../posts/present-post.ts'
import { lockPost, type PostRow, savePost } from '../posts/queries.ts'
import type { WholePost } from '../posts/schemas.ts'
import { checkReady } from './check-ready.ts'
import { sendPublishJob } from './publish-jobs.ts'
import { publishPostEvent } from './publish-post-event.ts'

/** Retries a failed post now. Parts that are already published are not sent again. */
export async function retryPost(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'config' | 'fileSecrets'>,
  actor: Actor,
  id: number,
): Promise<WholePost> {
  requirePermission(actor, 'social:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const post = await lockPost(tx, actor, id)
    if (!post || post.status === 'draft') throw problem('social_post_not_found')
    if (post.status !== 'failed') throw problem('social_post_not_failed')
    const account = await accountById(tx, workspaceId, post.account_id)
    if (!account) {
      throw problem('social_account_inactive', { detail: 'The account has been disconnected.' })
    }
    checkReady(account, post)
    const now = deps.clock()
    const again = { ...post, ...afterRetry(post), date: now, updated_at: now }
    await savePost(tx, again)
    await publishPostEvent(tx, actor, 'social_post.scheduled', again, now)
    await sendPublishJob(deps, tx, again, now)
    return presentPost(deps, again)
  })
}

/**
 * The state of a post that is retried from the start. The caller takes responsibility for uncertain
 * parts: a part that may be published counts as not published.
 */
export function afterRetry({ sent }: PostRow) {
  return {
    status: 'scheduled' as const,
    attempts: 0,
    lease: null,
    due_at: null,
    error: null,
    uncertain: false,
    sent: sent.map((part) => (part.sent ? part : { ...part, absent: true })),
  }
}
