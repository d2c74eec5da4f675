import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { saveMute } from './queries.ts'
import { requireThread } from './read-threads.ts'

/** A muted thread appears only in the list: no email, push or frame. */
export async function muteThread(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  threadId: string,
  muted: boolean,
) {
  requirePermission(actor, 'notifications:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const { id } = await requireThread(tx, actor, threadId)
    await saveMute(tx, actor, { id, muted }, deps.clock())
    return { thread_id: id, muted }
  })
}
