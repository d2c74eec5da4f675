import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { selectRanges } from '../../platform/safe-fetch/allowed-ranges.ts'
import { checkSubscription } from './check-subscription.ts'
import { lockPerson, saveSubscription, subscriptionsOfPerson } from './queries.ts'
import { present } from './read-subscriptions.ts'
import type { SubscribeBody, Subscription } from './schemas.ts'

export const maxBrowsers = 20

/** Turns on push in one of the user's browsers. */
export async function subscribe(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  actor: Actor,
  body: SubscribeBody,
): Promise<Subscription> {
  requirePermission(actor, 'notifications:write')
  const { workspaceId, userId } = actor
  const checked = checkSubscription(body, selectRanges(deps.config.allowCidrs, 'webhooks'))
  return deps.db.transaction(workspaceId, async (tx) => {
    await lockPerson(tx, workspaceId, userId)
    const others = await subscriptionsOfPerson(tx, workspaceId, userId)
    const isKnown = others.some(({ endpoint }) => endpoint === checked.endpoint)
    if (!isKnown && others.length >= maxBrowsers) {
      throw problem('too_many_push_subscriptions', {
        detail: `Push is already on in ${maxBrowsers} browsers. Remove one that you no longer use.`,
      })
    }
    const row = {
      ...checked,
      id: deps.random.uuid(),
      label: (body.label ?? 'Browser').trim(),
      created_at: deps.clock(),
      last_used_at: null,
    }
    return present(await saveSubscription(tx, workspaceId, userId, row))
  })
}
