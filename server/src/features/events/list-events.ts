import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import type { Event } from './schemas.ts'
import { visibleEvents } from './visible-events.ts'

export interface EventRange {
  after: number
  limit: number
}

/** The workspace's events after a given one that the actor may see, oldest first. */
export async function listEvents(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { after, limit }: EventRange,
) {
  requirePermission(actor, 'events:read')
  const sql = deps.db.workspace(actor.workspaceId)
  const reader = {
    userId: actor.userId,
    readsShared: true,
    readsPersonal: actor.permissions.has('notifications:read'),
    spaceId: actor.spaceId,
  }
  const results = await sql<Event>`
    select e.seq, e.type, e.actor, e.object, e.data, e.request_id, e.created_at
    from ${visibleEvents(sql, reader)} and e.workspace_id = ${actor.workspaceId} and e.seq > ${after}
    order by e.seq limit ${limit}`
  return { results, last_seq: results.at(-1)?.seq ?? after }
}
