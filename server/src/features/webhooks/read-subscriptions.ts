import type { Deps } from '../../deps.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { presentSubscription } from './present-subscription.ts'
import { selectSubscriptions, subscriptionById } from './queries.ts'
import type { Subscription } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'clock'>

export async function listWebhookSubscriptions(
  { db, clock }: Needs,
  actor: Actor,
  page: PageRequest,
) {
  requirePermission(actor, 'webhooks:read')
  const { workspaceId } = actor
  const { count, results } = await selectSubscriptions(db.workspace(workspaceId), workspaceId, page)
  return { count, results: results.map((row) => presentSubscription(row, clock())) }
}

export async function getWebhookSubscription(
  { db, clock }: Needs,
  actor: Actor,
  id: string,
): Promise<Subscription> {
  requirePermission(actor, 'webhooks:read')
  const found = await subscriptionById(db.workspace(actor.workspaceId), actor.workspaceId, id)
  if (!found) throw problem('webhook_subscription_not_found')
  return presentSubscription(found, clock())
}
