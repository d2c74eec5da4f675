import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import type { Event } from './schemas.ts'

export interface EventRange {
  after: number
  limit: number
}

/** The workspace's events after a given one, oldest first: everyone's and the actor's own. */
export async function listEvents(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { after, limit }: EventRange,
) {
  requirePermission(actor, 'events:read')
  const results = await deps.db.workspace(actor.workspaceId)<Event>`
    select seq, type, actor, object, data, request_id, created_at from events
    where workspace_id = ${actor.workspaceId} and seq > ${after}
      and (user_id is null or user_id = ${actor.userId})
    order by seq limit ${limit}`
  return { results, last_seq: results.at(-1)?.seq ?? after }
}
