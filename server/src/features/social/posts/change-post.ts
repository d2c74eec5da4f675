import type { Deps } from '../../../deps.ts'
import { requireMatch } from '../../../http/etag.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { anyAccountById } from '../accounts/account-queries.ts'
import { checkMedia } from '../publishing/check-media.ts'
import { checkReady } from '../publishing/check-ready.ts'
import { sendPublishJob } from '../publishing/publish-jobs.ts'
import { publishPostEvent } from '../publishing/publish-post-event.ts'
import { afterRetry } from '../publishing/retry-post.ts'
import { applyChanges, type CheckedChanges } from './apply-changes.ts'
import { presentPost } from './present-post.ts'
import { lockPost, type ShownRow, savePost } from './queries.ts'
import type { Changes, WholePost } from './schemas.ts'
import { requireFuture } from './when.ts'

export type ChangeNeeds = Pick<Deps, 'db' | 'clock' | 'random' | 'queue' | 'config' | 'fileSecrets'>

type Update = (
  deps: ChangeNeeds,
  actor: Actor,
  id: number,
  changes: Changes,
  ifMatch?: string,
) => Promise<WholePost>

/** Updates the given fields of a draft. */
export const updateDraft = createUpdate(requireDraft, saveDraft)

/** Updates the given fields of an unpublished post. A new date for a failed post retries it. */
export const updatePost = createUpdate(requireOpenPost, saveOpenPost)

function createUpdate(lock: typeof requireOpenPost, save: typeof saveDraft): Update {
  return async (deps, actor, id, changes, ifMatch) => {
    requirePermission(actor, 'social:write')
    const media = changes.media && (await checkMedia(deps, actor, changes.media))
    return deps.db.transaction(actor.workspaceId, async (tx) => {
      const before = await lock(tx, actor, id)
      requireMatch(ifMatch, await presentPost(deps, before))
      return presentPost(deps, await save(deps, tx, actor, before, { ...changes, media }))
    })
  }
}

/** The draft must be locked. */
export async function saveDraft(
  deps: ChangeNeeds,
  tx: Tx,
  actor: Actor,
  before: ShownRow,
  changes: CheckedChanges,
): Promise<ShownRow> {
  const after = await applyChanges(deps, tx, before, changes)
  await savePost(tx, after)
  await publishPostEvent(tx, actor, 'social_draft.updated', after, after.updated_at)
  return after
}

/** The post must be locked and open. */
export async function saveOpenPost(
  deps: ChangeNeeds,
  tx: Tx,
  actor: Actor,
  before: ShownRow,
  changes: CheckedChanges,
): Promise<ShownRow> {
  const after = await applyChanges(deps, tx, before, changes)
  if (after.date === null) throw invalid('date', 'is required: a post without a date is a draft')
  const account = await anyAccountById(tx, before.workspace_id, before.account_id)
  if (account) checkReady(account, after)
  const isMoved = after.date.getTime() !== before.date?.getTime()
  if (isMoved) requireFuture('date', after.date, after.updated_at)
  const saved = isMoved ? { ...after, ...afterRetry(after), queued: false } : after
  await savePost(tx, saved)
  await publishPostEvent(tx, actor, 'social_post.updated', saved, saved.updated_at)
  if (isMoved) {
    await publishPostEvent(tx, actor, 'social_post.scheduled', saved, saved.updated_at)
    await sendPublishJob(deps, tx, saved, after.date)
  }
  return saved
}

export async function requireDraft(tx: Tx, actor: Actor, id: number): Promise<ShownRow> {
  const draft = await lockPost(tx, actor, id)
  if (draft?.status !== 'draft') throw problem('social_draft_not_found')
  return draft
}

/** A post of which no part is published or being published. */
export async function requireOpenPost(tx: Tx, actor: Actor, id: number): Promise<ShownRow> {
  const post = await lockPost(tx, actor, id)
  if (!post || post.status === 'draft') throw problem('social_post_not_found')
  const reason = whyClosed(post)
  if (reason) throw problem(reason)
  return post
}

export function whyClosed({ status, sent }: ShownRow) {
  if (status === 'publishing') return 'social_post_publishing' as const
  if (status === 'published' || sent[0]?.sent) return 'social_post_published' as const
  return undefined
}
