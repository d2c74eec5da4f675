import { problem } from '../../http/problem.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { lockSubscription, type SubscriptionRow } from './queries.ts'

export async function requireSubscription(
  tx: Tx,
  workspaceId: number,
  id: string,
): Promise<SubscriptionRow> {
  const found = await lockSubscription(tx, workspaceId, id)
  if (!found) throw problem('webhook_subscription_not_found')
  return found
}

/** A subscription that is switched off sends nothing, so nothing is queued for it. */
export function requireActive({ is_active }: SubscriptionRow): void {
  if (is_active) return
  throw problem('webhook_subscription_inactive', {
    detail: 'The webhook subscription is switched off. Switch it on with `is_active` first.',
  })
}
