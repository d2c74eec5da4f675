import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { type SubscriptionRow, subscriptionsOfPerson } from './queries.ts'
import type { Subscription } from './schemas.ts'

/** The browsers in which the actor's person has turned on push, in this workspace. */
export async function listSubscriptions(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
): Promise<Subscription[]> {
  requirePermission(actor, 'notifications:read')
  const { workspaceId, userId } = actor
  const rows = await subscriptionsOfPerson(db.workspace(workspaceId), workspaceId, userId)
  return rows.map(present)
}

/** What a browser makes its subscription with. */
export async function getPushKey(
  { pushKeys }: Pick<Deps, 'pushKeys'>,
  actor: Actor,
): Promise<{ public_key: string }> {
  requirePermission(actor, 'notifications:read')
  return { public_key: pushKeys.publicKey }
}

/** Whoever knows the endpoint can bother the browser, so only its host is shown. */
export function present(row: SubscriptionRow): Subscription {
  const { id, label, endpoint, created_at, last_used_at } = row
  return { id, label, service: new URL(endpoint).host, created_at, last_used_at }
}
