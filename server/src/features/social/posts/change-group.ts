import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { checkMedia } from '../publishing/check-media.ts'
import { type ChangeNeeds, saveDraft, saveOpenPost, whyClosed } from './change-post.ts'
import { presentPosts } from './present-post.ts'
import { lockPosts, type ShownRow } from './queries.ts'
import type { UpdateGroupBody, WholePost } from './schemas.ts'

interface ChangedGroup {
  group_id: string
  posts: WholePost[]
  unchanged: number[]
}

/** Applies the same change to all unpublished drafts and posts of a group, or to none of them. */
export async function updateGroup(
  deps: ChangeNeeds,
  actor: Actor,
  { group_id, ...changes }: UpdateGroupBody,
): Promise<ChangedGroup> {
  requirePermission(actor, 'social:write')
  const { workspaceId } = actor
  const media = changes.media && (await checkMedia(deps, actor, changes.media))
  return deps.db.transaction(workspaceId, async (tx) => {
    const all = await lockPosts(tx, actor, { groupId: group_id })
    if (all.length === 0) throw problem('social_group_not_found')
    const open = all.filter((post) => !whyClosed(post))
    const reason = all.map(whyClosed).find(Boolean)
    if (open.length === 0 && reason) throw problem(reason)
    const changed: ShownRow[] = []
    for (const post of open) {
      const save = post.status === 'draft' ? saveDraft : saveOpenPost
      changed.push(await save(deps, tx, actor, post, { ...changes, media }))
    }
    const posts = await presentPosts(deps, workspaceId, changed)
    const unchanged = all.filter(whyClosed).map(({ id }) => id)
    return { group_id, posts, unchanged }
  })
}
