import type { Deps } from '../../deps.ts'
import { checkUrl } from '../../http/body/check-url.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { selectRanges } from '../../platform/safe-fetch/allowed-ranges.ts'
import { publish } from '../events/publish.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { newSecret } from '../signed-posts/webhook-secret.ts'
import { checkEventTypes, checkFilter } from './check-subscription.ts'
import { presentSubscription, shownInEvents } from './present-subscription.ts'
import { insertSubscription, type SubscriptionRow } from './queries.ts'
import type { CreateSubscriptionBody, NewSubscription } from './schemas.ts'
import { sealSecret } from './sealed-secrets.ts'

/** Sends events to a URL from now on. Requires permission to read events. */
export async function createWebhookSubscription(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config' | 'secrets'>,
  actor: Actor,
  { url, event_types, description = '', is_active = true, filter = null }: CreateSubscriptionBody,
): Promise<NewSubscription> {
  requirePermission(actor, 'webhooks:write')
  requirePermission(actor, 'events:read')
  const at = deps.clock()
  const secret = newSecret(deps)
  const row: SubscriptionRow = {
    id: deps.random.uuid(),
    url: checkUrl('url', url, selectRanges(deps.config.allowCidrs, 'webhooks')).href,
    description: description.trim(),
    event_types: checkEventTypes(event_types),
    filter: checkFilter(filter),
    is_active,
    disabled_reason: null,
    secret: sealSecret(deps, secret),
    previous_secret: null,
    previous_secret_until: null,
    failing_since: null,
    created_by: actor.userId,
    sees_personal: actor.permissions.has('notifications:read'),
    created_at: at,
    updated_at: at,
  }
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    await requireQuota(deps, tx, 'webhooks', actor)
    await insertSubscription(tx, actor.workspaceId, row)
    await publish(tx, actor, {
      type: 'webhook_subscription.created',
      object: { type: 'webhook_subscription', id: row.id },
      data: shownInEvents(row),
      at,
    })
  })
  return { ...presentSubscription(row, at), secret }
}
