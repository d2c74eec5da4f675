import type { Deps } from '../../../deps.ts'
import { type Actor, requirePermission } from '../../../http/permissions.ts'
import { problem } from '../../../http/problem.ts'
import { buildDeliveryJob } from './plan-deliveries.ts'
import { findDeliveries, findDelivery, requeueDelivery } from './queries.ts'
import type { Delivery, DeliveryListQuery } from './schemas.ts'

/** All deliveries of the workspace, successful or not. */
export async function listDeliveries(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  query: DeliveryListQuery,
) {
  requirePermission(actor, 'deliveries:read')
  return findDeliveries(db.workspace(actor.workspaceId), actor.workspaceId, query)
}

/** Retries a failed delivery, or one that was only captured for lack of a mail server. */
export async function resendDelivery(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  actor: Actor,
  id: string,
): Promise<Delivery> {
  requirePermission(actor, 'deliveries:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const queued = await requeueDelivery(tx, workspaceId, id, deps.clock())
    if (queued) {
      await deps.queue.sendAll(tx, [buildDeliveryJob(deps, queued)])
      return queued
    }
    const found = await findDelivery(tx, workspaceId, id)
    if (!found) throw problem('delivery_not_found')
    throw problem('delivery_not_failed', {
      detail: `This delivery is ${found.status}. Only failed or captured deliveries can be sent again.`,
    })
  })
}
