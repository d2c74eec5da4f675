import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { deliveryById, requeue, selectAttempts, selectDeliveries } from './delivery-queries.ts'
import { requireActive, requireSubscription } from './require-subscription.ts'
import type { DeliveriesQuery, Delivery, DeliveryWithAttempts } from './schemas.ts'
import { wakeSender } from './webhook-signals.ts'

/** The deliveries of the workspace, newest first. */
export async function listWebhookDeliveries(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  query: DeliveriesQuery,
) {
  requirePermission(actor, 'webhooks:read')
  return selectDeliveries(db.workspace(actor.workspaceId), actor.workspaceId, query)
}

export async function getWebhookDelivery(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<DeliveryWithAttempts> {
  requirePermission(actor, 'webhooks:read')
  const sql = db.workspace(actor.workspaceId)
  const delivery = await deliveryById(sql, actor.workspaceId, id)
  if (!delivery) throw problem('webhook_delivery_not_found')
  return { ...delivery, attempts: await selectAttempts(sql, actor.workspaceId, id) }
}

/** Sends a finished delivery again with the same id, whether it succeeded or not. */
export async function resendWebhookDelivery(
  deps: Pick<Deps, 'db' | 'clock' | 'signals'>,
  actor: Actor,
  id: string,
): Promise<Delivery> {
  requirePermission(actor, 'webhooks:write')
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const found = await deliveryById(tx, workspaceId, id)
    if (!found) throw problem('webhook_delivery_not_found')
    const { subscription_id } = found
    requireActive(await requireSubscription(tx, workspaceId, subscription_id))
    const queued = await requeue(tx, workspaceId, id, deps.clock())
    if (!queued) throw problem('webhook_delivery_not_over')
    wakeSender(deps, tx, { workspace_id: workspaceId, subscription_id })
    return queued
  })
}
