import type { Deps } from '../../deps.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import { localTime } from '../../lib/local-time.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { anyAccountById } from './account-queries.ts'
import { checkMedia } from './check-media.ts'
import { checkReady } from './check-ready.ts'
import { presentPost } from './present-post.ts'
import { sendPublishJob } from './publish-jobs.ts'
import { lockPost, type PostRow, type ShownRow, type StoredMedium, savePost } from './queries.ts'
import { afterRetry } from './retry-post.ts'
import type { Changes, WholePost } from './schemas.ts'
import { tagNames } from './tags.ts'
import { tellPost } from './tell-post.ts'
import { checkZone, instantOf, requireFuture } from './when.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'queue' | 'config' | 'fileSecrets'>
type Given = Omit<Changes, 'draft_id'>

/** Changes what is given of a draft; everything else stays as it is. */
export async function updateDraft(
  deps: Needs,
  actor: Actor,
  id: number,
  changes: Given,
  ifMatch?: string,
): Promise<WholePost> {
  requirePermission(actor, 'social:write')
  const media = changes.media && (await checkMedia(deps, actor, changes.media))
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await lockPost(tx, actor.workspaceId, id)
    if (before?.status !== 'draft') throw problem('social_draft_not_found')
    requireMatch(ifMatch, await presentPost(deps, before))
    const after = await changed(deps, tx, before, changes, media)
    await savePost(tx, after)
    await tellPost(tx, actor, 'social_draft.updated', after, after.updated_at)
    return presentPost(deps, after)
  })
}

/** The same for a post that is not out yet. Another date for one that failed has it tried again. */
export async function updatePost(
  deps: Needs,
  actor: Actor,
  id: number,
  changes: Given,
  ifMatch?: string,
): Promise<WholePost> {
  requirePermission(actor, 'social:write')
  const { workspaceId } = actor
  const media = changes.media && (await checkMedia(deps, actor, changes.media))
  return deps.db.transaction(workspaceId, async (tx) => {
    const before = await requireOpenPost(tx, workspaceId, id)
    requireMatch(ifMatch, await presentPost(deps, before))
    const after = await changed(deps, tx, before, changes, media)
    if (after.date === null) throw invalid('date', 'is needed: a post without one is a draft')
    const account = await anyAccountById(tx, workspaceId, before.account_id)
    if (account) checkReady(account, after)
    const isMoved = after.date.getTime() !== before.date?.getTime()
    if (isMoved) requireFuture('date', after.date, after.updated_at)
    const saved = isMoved ? { ...after, ...afterRetry(after), queued: false } : after
    await savePost(tx, saved)
    await tellPost(tx, actor, 'social_post.updated', saved, saved.updated_at)
    if (isMoved) {
      await tellPost(tx, actor, 'social_post.scheduled', saved, saved.updated_at)
      await sendPublishJob(deps, tx, saved, after.date)
    }
    return presentPost(deps, saved)
  })
}

/** A post of which nothing is out and nothing on its way. */
export async function requireOpenPost(tx: Tx, workspaceId: number, id: number): Promise<ShownRow> {
  const post = await lockPost(tx, workspaceId, id)
  if (!post || post.status === 'draft') throw problem('social_post_not_found')
  if (post.status === 'publishing') throw problem('social_post_publishing')
  if (post.status === 'published' || post.sent[0]?.sent) throw problem('social_post_published')
  return post
}

async function changed(
  { clock }: Needs,
  tx: Tx,
  before: ShownRow,
  changes: Given,
  media: StoredMedium[] | undefined,
): Promise<ShownRow> {
  const at = clock()
  const tags = changes.tags && (await tagNames(tx, before.workspace_id, changes.tags, at))
  return {
    ...before,
    ...newDate(before, changes),
    ...(changes.message !== undefined && { message: changes.message }),
    ...(media && { media }),
    ...(tags && { tags }),
    updated_at: at,
  }
}

/** What is not said of day, time and zone is as it was. */
function newDate(
  { date: before, timezone: zoneBefore }: PostRow,
  { date, time, timezone }: Given,
): Pick<PostRow, 'date' | 'timezone'> {
  const zone = timezone ? checkZone('timezone', timezone) : zoneBefore
  if (date === null) return { date: null, timezone: zone }
  if (date === undefined && !time) return { date: before, timezone: zone }
  const [oldDay, oldTime] = before ? localTime(before, zone).split('T') : []
  const [givenDay, givenTime] = date?.split(' ') ?? []
  if (givenTime && time && givenTime !== time) throw invalid('time', 'is another one than in date')
  const day = givenDay ?? oldDay
  const clockTime = time ?? givenTime ?? oldTime
  if (!day) throw invalid('date', 'is needed with a time')
  if (!clockTime) throw invalid('time', 'is needed with a date')
  return { date: instantOf('date', `${day} ${clockTime}`, zone), timezone: zone }
}
