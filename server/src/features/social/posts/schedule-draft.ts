import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { type AccountRow, lockAccounts } from '../accounts/account-queries.ts'
import { checkReady } from '../publishing/check-ready.ts'
import { sendPublishJob } from '../publishing/publish-jobs.ts'
import { publishPostEvent } from '../publishing/publish-post-event.ts'
import { afterRetry } from '../publishing/retry-post.ts'
import { requireDraft, requireOpenPost } from './change-post.ts'
import { type PlannedDate, planDate } from './plan-date.ts'
import { presentPost } from './present-post.ts'
import { type ShownRow, savePost } from './queries.ts'
import type { ScheduleBody, WholePost } from './schemas.ts'
import { requireFuture } from './when.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'queue' | 'config' | 'fileSecrets'>

/** Turns a draft into a post with the same id. Without a date, the draft's date applies. */
export async function scheduleDraft(
  deps: Needs,
  actor: Actor,
  id: number,
  body: ScheduleBody,
): Promise<WholePost> {
  requirePermission(actor, 'social:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const draft = await requireDraft(tx, actor, id)
    const [account] = await lockAccounts(tx, workspaceId, [draft.account_id])
    if (!account) {
      throw problem('social_account_inactive', { detail: 'The account has been disconnected.' })
    }
    checkReady(account, draft)
    const now = deps.clock()
    const planned = await plan(tx, account, draft, body, now)
    const post = { ...draft, ...afterRetry(draft), ...planned, updated_at: now }
    await savePost(tx, post)
    await publishPostEvent(tx, actor, 'social_post.scheduled', post, now)
    await sendPublishJob(deps, tx, post, post.date as Date)
    return presentPost(deps, post)
  })
}

async function plan(
  tx: Tx,
  account: AccountRow,
  draft: ShownRow,
  { action, date, tz }: ScheduleBody,
  now: Date,
): Promise<PlannedDate> {
  const zone = tz ?? draft.timezone
  if (action === 'schedule' && !date && draft.date) {
    requireFuture('date', draft.date, now)
    return { date: draft.date, timezone: draft.timezone, queued: false }
  }
  return planDate(tx, draft.workspace_id, account, { action, date: date ?? null, zone, now })
}

/** Turns an unpublished post back into a draft, which must be scheduled again to be published. */
export async function cancelPost(deps: Needs, actor: Actor, id: number): Promise<WholePost> {
  requirePermission(actor, 'social:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const post = await requireOpenPost(tx, actor, id)
    const now = deps.clock()
    const draft = { ...post, status: 'draft' as const, queued: false, error: null, updated_at: now }
    await savePost(tx, draft)
    await publishPostEvent(tx, actor, 'social_post.updated', draft, now)
    return presentPost(deps, draft)
  })
}
