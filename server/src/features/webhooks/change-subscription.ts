import { isDeepStrictEqual } from 'node:util'
import type { Deps } from '../../deps.ts'
import { checkUrl } from '../../http/body/check-url.ts'
import { requireMatch } from '../../http/etag.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { selectRanges } from '../../platform/safe-fetch/allowed-ranges.ts'
import { publish } from '../events/publish.ts'
import { checkEventTypes, checkFilter } from './check-subscription.ts'
import { presentSubscription, shownInEvents } from './present-subscription.ts'
import { deleteSubscriptionRow, type SubscriptionRow, saveSubscription } from './queries.ts'
import { requireSubscription } from './require-subscription.ts'
import type { Subscription, UpdateSubscriptionBody } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>

/** Applies the given changes. A new URL or switching it on again clears the failure. */
export async function updateWebhookSubscription(
  deps: Needs,
  actor: Actor,
  id: string,
  changes: UpdateSubscriptionBody,
  ifMatch?: string,
): Promise<Subscription> {
  requirePermission(actor, 'webhooks:write')
  requirePermission(actor, 'events:read')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await requireSubscription(tx, actor.workspaceId, id)
    const now = deps.clock()
    requireMatch(ifMatch, presentSubscription(before, now))
    const changed = { ...before, ...checked(deps, changes) }
    if (isDeepStrictEqual(changed, before)) return presentSubscription(before, now)
    const isFresh = changed.url !== before.url || (changed.is_active && !before.is_active)
    const forgotten = isFresh ? { failing_since: null, disabled_reason: null } : {}
    const after = {
      ...changed,
      ...forgotten,
      ...makerAfter(actor, before, changes),
      updated_at: now,
    }
    await saveSubscription(tx, actor.workspaceId, after)
    await publish(tx, actor, {
      type: 'webhook_subscription.updated',
      object: { type: 'webhook_subscription', id },
      data: { before: shownInEvents(before), after: shownInEvents(after) },
      at: now,
    })
    return presentSubscription(after, now)
  })
}

/**
 * A user who changes the target or the events, or switches the subscription on, becomes the creator,
 * whose visibility applies from then on: nobody can redirect another user's events.
 */
function makerAfter(
  actor: Actor,
  before: SubscriptionRow,
  { url, event_types, filter, is_active }: UpdateSubscriptionBody,
) {
  const changesWork = url !== undefined || event_types !== undefined || filter !== undefined
  const resumes = is_active === true && !before.is_active
  if (!changesWork && !resumes) return {}
  const sees_personal = actor.permissions.has('notifications:read')
  return { created_by: actor.userId, sees_personal }
}

function checked({ config }: Needs, changes: UpdateSubscriptionBody): Partial<SubscriptionRow> {
  const { url, event_types, description, is_active, filter } = changes
  return {
    ...(url !== undefined && {
      url: checkUrl('url', url, selectRanges(config.allowCidrs, 'webhooks')).href,
    }),
    ...(event_types && { event_types: checkEventTypes(event_types) }),
    ...(description !== undefined && { description: description.trim() }),
    ...(is_active !== undefined && { is_active }),
    ...(filter !== undefined && { filter: checkFilter(filter) }),
  }
}

/** Deletes its queue and its log as well. */
export async function deleteWebhookSubscription(
  deps: Needs,
  actor: Actor,
  id: string,
  ifMatch?: string,
): Promise<null> {
  requirePermission(actor, 'webhooks:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await requireSubscription(tx, actor.workspaceId, id)
    requireMatch(ifMatch, presentSubscription(before, deps.clock()))
    await deleteSubscriptionRow(tx, actor.workspaceId, id)
    await publish(tx, actor, {
      type: 'webhook_subscription.deleted',
      object: { type: 'webhook_subscription', id },
      data: { before: shownInEvents(before) },
      at: deps.clock(),
    })
    return null
  })
}
