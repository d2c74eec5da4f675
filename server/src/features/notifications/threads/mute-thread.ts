import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { deleteMute, insertMute } from './queries.ts'
import { requireThread } from './read-threads.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

/** From now on the thread appears only in the list: no email, push or frame. */
export async function muteThread(deps: Needs, actor: Actor, threadId: string) {
  requirePermission(actor, 'notifications:write')
  const { workspaceId, userId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const { id } = await requireThread(tx, actor, threadId)
    await insertMute(tx, workspaceId, userId, id, deps.clock())
    return { thread_id: id, muted: true }
  })
}

export async function unmuteThread(deps: Needs, actor: Actor, threadId: string) {
  requirePermission(actor, 'notifications:write')
  const { workspaceId, userId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const { id } = await requireThread(tx, actor, threadId)
    await deleteMute(tx, workspaceId, userId, id)
    return { thread_id: id, muted: false }
  })
}
