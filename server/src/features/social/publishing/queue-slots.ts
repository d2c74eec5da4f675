import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { accountById } from '../accounts/account-queries.ts'
import type { AddSlotBody, QueueSlot } from '../accounts/account-schemas.ts'
import { workspaceZone } from '../posts/queries.ts'
import { deleteSlot, insertSlot, queueSlots } from './slot-queries.ts'

export async function listQueueSlots(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  accountId?: number,
): Promise<QueueSlot[]> {
  requirePermission(actor, 'social:read')
  return queueSlots(db.workspace(actor.workspaceId), actor.workspaceId, accountId)
}

/** Adds a weekly time at which an account posts from its queue. */
export async function addQueueSlot(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { account_id, weekday, time, timezone }: AddSlotBody,
): Promise<QueueSlot> {
  requirePermission(actor, 'social:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const id = Number(account_id)
    const account = id > 2_147_483_647 ? undefined : await accountById(tx, workspaceId, id)
    if (!account) throw problem('social_account_not_found')
    const zone = timezone ?? (await workspaceZone(tx, workspaceId))
    return insertSlot(tx, workspaceId, {
      account_id: account.id,
      weekday,
      time,
      timezone: zone,
      created_at: deps.clock(),
    })
  })
}

/** Posts already in the slot are published as planned. */
export async function removeQueueSlot(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  id: number,
): Promise<null> {
  requirePermission(actor, 'social:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const gone = await deleteSlot(tx, actor.workspaceId, id)
    if (!gone) throw problem('queue_slot_not_found')
    return null
  })
}
