import type { Deps } from '../../deps.ts'
import { serviceActor } from '../../http/permissions.ts'
import { cutAtWord } from '../../lib/cut-text.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { notifyMember } from '../notifications/send/send-notifications.ts'
import { shownInEvents } from './present-subscription.ts'
import {
  lockSubscription,
  type SubscriptionRow,
  saveSubscription,
  selectAdministrators,
} from './queries.ts'

type Needs = Pick<Deps, 'clock' | 'random' | 'queue' | 'config'>

const hopelessAfterDays = 5

/** Called when a delivery is given up: switches off after days of nothing but failures. */
export async function switchOffIfHopeless(
  deps: Needs,
  tx: Tx,
  workspaceId: number,
  subscription: SubscriptionRow,
): Promise<void> {
  const current = await lockSubscription(tx, workspaceId, subscription.id)
  const since = current?.failing_since?.getTime() ?? Number.POSITIVE_INFINITY
  if (deps.clock().getTime() - since < hopelessAfterDays * 86_400_000) return
  const reason = `The receiver has accepted nothing for ${hopelessAfterDays} days.`
  await switchOff(deps, tx, workspaceId, subscription, reason)
}

/**
 * Switches a subscription off and notifies the administrators. Leaves it unchanged if it has a new
 * URL or is already off.
 */
export async function switchOff(
  deps: Needs,
  tx: Tx,
  workspaceId: number,
  { id, url }: SubscriptionRow,
  reason: string,
): Promise<void> {
  const before = await lockSubscription(tx, workspaceId, id)
  if (!before?.is_active || before.url !== url) return
  const at = deps.clock()
  const after = { ...before, is_active: false, disabled_reason: reason, updated_at: at }
  await saveSubscription(tx, workspaceId, after)
  const actor = serviceActor(workspaceId, before.created_by)
  await publish(tx, actor, {
    type: 'webhook_subscription.updated',
    object: { type: 'webhook_subscription', id },
    data: { before: shownInEvents(before), after: shownInEvents(after) },
    at,
  })
  const name = before.description || new URL(url).host
  for (const userId of await selectAdministrators(tx, workspaceId)) {
    await notifyMember(deps, tx, actor, {
      userId,
      // By email as well: events are lost from here on until someone acts.
      category: 'agentNeedsInput',
      title: 'A webhook was switched off',
      message: cutAtWord(
        `${name}: ${reason} Fix the receiver if needed, switch the webhook on, and replay the missed events.`,
        1000,
      ),
      extra: { event_type: 'webhook_subscription.updated', subscription_id: id },
    })
  }
}
