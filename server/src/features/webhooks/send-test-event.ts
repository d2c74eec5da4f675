import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { insertTest } from './delivery-queries.ts'
import { requireSubscription } from './require-subscription.ts'
import type { Delivery } from './schemas.ts'
import { wakeSender } from './webhook-signals.ts'

const type = 'webhook.test'

/** Sends a test event, even while the subscription is switched off, and only once. */
export async function sendTestEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'signals'>,
  actor: Actor,
  id: string,
): Promise<Delivery> {
  requirePermission(actor, 'webhooks:write')
  const { workspaceId, userId, name, kind, via, requestId } = actor
  const now = deps.clock()
  const event = {
    seq: 0,
    type,
    actor: { id: userId, name, kind, via },
    object: { type: 'webhook_subscription', id },
    data: {},
    request_id: requestId,
    created_at: now,
  }
  return deps.db.transaction(workspaceId, async (tx) => {
    await requireSubscription(tx, workspaceId, id)
    const test = {
      id: deps.random.uuid(),
      subscription_id: id,
      event_type: type,
      payload: { type, timestamp: now, data: event },
    }
    const delivery = await insertTest(tx, workspaceId, test, now)
    wakeSender(deps, tx, { workspace_id: workspaceId, subscription_id: id })
    return delivery
  })
}
