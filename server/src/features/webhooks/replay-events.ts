import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { eventTypes } from '../events/known-events.ts'
import { pastEvents } from '../events/read-events.ts'
import { queueDeliveries } from './delivery-queries.ts'
import { fitsData, mayWant, meansType } from './event-selection.ts'
import type { SubscriptionRow } from './queries.ts'
import { requireActive, requireSubscription } from './require-subscription.ts'
import type { ReplayBody, Replayed } from './schemas.ts'
import { wakeSender } from './webhook-signals.ts'

const batchSize = 1000
const maxBatches = 10

/**
 * Sends past events that match the subscription, including those already sent, with their old ids.
 * Checks at most 10,000 events per call; the response says how far it went.
 */
export async function replayWebhookEvents(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'signals'>,
  actor: Actor,
  id: string,
  { after_seq, since }: ReplayBody,
): Promise<Replayed> {
  requirePermission(actor, 'webhooks:write')
  requirePermission(actor, 'events:read')
  if ((after_seq === undefined) === (since === undefined)) {
    throw invalid('after_seq', 'is required, unless you send since; not both')
  }
  const { workspaceId } = actor
  return deps.db.transaction(workspaceId, async (tx) => {
    const subscription = await requireSubscription(tx, workspaceId, id)
    requireActive(subscription)
    const types = eventTypes().filter((type) => meansType(subscription.event_types, type))
    let queued = 0
    let last = after_seq ?? 0
    let hasMore = true
    for (let batch = 0; hasMore && batch < maxBatches; batch++) {
      const found = await pastEvents(tx, workspaceId, {
        after: last,
        since: since === undefined ? null : new Date(since),
        types,
        reader: {
          userId: subscription.created_by,
          readsShared: true,
          readsPersonal: subscription.sees_personal,
        },
        limit: batchSize,
      })
      const wanted = found.filter((event) => wants(subscription, event))
      const deliveries = wanted.map(({ seq: event_seq, type: event_type }) => {
        const of = { workspace_id: workspaceId, subscription_id: id }
        return { id: deps.random.uuid(), ...of, event_seq, event_type }
      })
      queued += (await queueDeliveries(tx, deliveries, deps.clock(), true)).length
      last = found.at(-1)?.seq ?? last
      hasMore = found.length === batchSize
    }
    if (queued > 0) {
      wakeSender(deps, tx, { workspace_id: workspaceId, subscription_id: id })
    }
    return { queued, last_seq: last, has_more: hasMore }
  })
}

function wants(
  subscription: SubscriptionRow,
  event: Awaited<ReturnType<typeof pastEvents>>[number],
): boolean {
  return mayWant(subscription, event) && fitsData(subscription.filter, event.data)
}
