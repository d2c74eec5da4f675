import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { invalid, problem } from '../../../http/problem.ts'
import { publishPostEvent } from '../publishing/publish-post-event.ts'
import { deletePostRows, lockPosts } from './queries.ts'

interface PostSelection {
  groupId: string | undefined
  ids: (number | string)[] | undefined
}

/** Deletes drafts by id, or all drafts of a group. */
export function deleteDrafts(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  chosen: PostSelection,
) {
  return remove(deps, actor, chosen, true)
}

/** The same for posts. Content published on a network stays there. */
export function deletePosts(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, chosen: PostSelection) {
  return remove(deps, actor, chosen, false)
}

async function remove(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { groupId, ids }: PostSelection,
  wantsDrafts: boolean,
): Promise<{ deleted: number[]; count: number }> {
  requirePermission(actor, 'social:write')
  const noun = wantsDrafts ? 'draft' : 'post'
  if ((groupId === undefined) === (ids === undefined)) {
    throw invalid(`${noun}_ids`, `is required, unless you send group_id instead`)
  }
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const found = await lockPosts(tx, actor, { ids: ids?.map(Number), groupId })
    const gone = found.filter(({ status }) => (status === 'draft') === wantsDrafts)
    if (gone.length === 0) throw problem(`social_${noun}_not_found`)
    const busy = gone.find(({ status }) => status === 'publishing')
    if (busy) {
      throw problem('social_post_publishing', { detail: `Post ${busy.id} is being published.` })
    }
    await deletePostRows(
      tx,
      workspaceId,
      gone.map(({ id }) => id),
    )
    const at = deps.clock()
    for (const post of gone) await publishPostEvent(tx, actor, `social_${noun}.deleted`, post, at)
    return { deleted: gone.map(({ id }) => id), count: gone.length }
  })
}
