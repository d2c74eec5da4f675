import { TryLater, Undeliverable } from '../../../channels/channel.ts'
import { isAboutDelivery } from '../../../channels/post-to-service.ts'
import { networkNames, type PublishedPart } from '../../../channels/social/network.ts'
import type { Deps } from '../../../deps.ts'
import { type Actor, serviceActor } from '../../../http/permissions.ts'
import { cutAtWord } from '../../../lib/cut-text.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { backoff } from '../../../platform/work/backoff.ts'
import { notifyMember } from '../../notifications/send/send-notifications.ts'
import { noteAccountError } from '../accounts/account-queries.ts'
import { lockPost, type ShownRow, savePost } from '../posts/queries.ts'
import { sendPublishJob } from './publish-jobs.ts'
import { publishPostEvent } from './publish-post-event.ts'
import { OutcomeUnknown } from './send-parts.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'queue' | 'random' | 'config' | 'log'>

/** Retry delays double from ten seconds: about twenty minutes in total. */
const maxAttempts = 8
const firstPauseSeconds = 10
const longestPauseSeconds = 6 * 3600

export async function notePublished(
  deps: Needs,
  { workspace_id, id }: ShownRow,
  lease: string,
  { url }: PublishedPart,
): Promise<void> {
  await ending(deps, workspace_id, id, lease, async (tx, actor, post) => {
    const at = deps.clock()
    const over = { lease: null, due_at: null, error: null, uncertain: false }
    const status = 'published' as const
    const out = { ...post, ...over, status, url, published_at: at, updated_at: at }
    await savePost(tx, out)
    await noteAccountError(tx, workspace_id, post.account_id, null)
    await publishPostEvent(tx, actor, 'social_post.published', out, at)
  })
}

/**
 * Retries a temporary error later. A permanent error fails the post, and the author is notified.
 */
export async function noteFailure(
  deps: Needs,
  { workspace_id, id }: ShownRow,
  lease: string,
  error: Error,
): Promise<void> {
  if (!isAboutDelivery(error)) {
    deps.log.error({ err: error, post_id: id }, 'a post could not be published')
  }
  await ending(deps, workspace_id, id, lease, async (tx, actor, post) => {
    const now = deps.clock()
    const isFinal = error instanceof Undeliverable || post.attempts >= maxAttempts
    if (isFinal) return fail(deps, tx, actor, post, error)
    const next = new Date(now.getTime() + pauseSeconds(post, error) * 1000)
    const reason = writeReason(post, error)
    await savePost(tx, { ...post, lease: null, due_at: next, error: reason, updated_at: now })
    await sendPublishJob(deps, tx, post, next)
  })
}

async function fail(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  post: ShownRow,
  error: Error,
): Promise<void> {
  const at = deps.clock()
  const isBegun = post.sent.some((part) => part.attempted_at && !part.sent)
  const uncertain = error instanceof OutcomeUnknown || isBegun
  const doubt = uncertain
    ? ' It may have been published anyway. Check the account before you retry.'
    : ''
  const reason = writeReason(post, error) + doubt
  const over = { lease: null, due_at: null, error: reason, uncertain, updated_at: at }
  const url = post.sent[0]?.sent?.url ?? null
  const failed = { ...post, ...over, status: 'failed' as const, url }
  await savePost(tx, failed)
  await noteAccountError(tx, post.workspace_id, post.account_id, reason)
  await publishPostEvent(tx, actor, 'social_post.failed', failed, at)
  if (post.created_by !== null) await notifyAuthor(deps, tx, actor, failed, reason)
}

async function notifyAuthor(
  deps: Needs,
  tx: Tx,
  actor: Actor,
  { id, network, account_name, created_by }: ShownRow,
  reason: string,
): Promise<void> {
  await notifyMember(deps, tx, actor, {
    userId: created_by as number,
    category: 'agentError',
    title: `Posting to ${networkNames[network]} failed`,
    message: cutAtWord(`${account_name}: ${reason}`, 1000),
    link: `/social/${id}`,
    extra: { event_type: 'social_post.failed', post_id: id },
  })
}

/** Runs in one transaction, and only if the caller holds the lease. */
async function ending(
  { db }: Needs,
  workspaceId: number,
  id: number,
  lease: string,
  end: (tx: Tx, actor: Actor, post: ShownRow) => Promise<void>,
): Promise<void> {
  await db.transaction(workspaceId, async (tx) => {
    const post = await lockPost(tx, serviceActor(workspaceId, null), id)
    if (post?.lease !== lease) return
    await end(tx, serviceActor(workspaceId, post.created_by), post)
  })
}

/** The reason for people; internal errors are in the log. */
function writeReason({ sent, comments }: ShownRow, error: Error): string {
  const reason = isAboutDelivery(error) ? error.message : 'Something went wrong on our side.'
  const out = sent.filter((part) => part.sent).length
  if (out === 0) return reason
  return `The post was published, but comment ${out} of ${comments.length} was not: ${reason}`
}

function pauseSeconds({ attempts }: ShownRow, error: Error): number {
  if (error instanceof TryLater) return Math.min(error.afterSeconds, longestPauseSeconds)
  return backoff(attempts, { first: firstPauseSeconds, max: longestPauseSeconds })
}
