import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { type SubscriptionRow, subscriptionsOfPerson } from './queries.ts'
import type { Subscription } from './schemas.ts'

/** The browsers in which the user turned on push, in this workspace. */
export async function listSubscriptions(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
): Promise<Subscription[]> {
  requirePermission(actor, 'notifications:read')
  const { workspaceId, userId } = actor
  const rows = await subscriptionsOfPerson(db.workspace(workspaceId), workspaceId, userId)
  return rows.map(present)
}

/** The public key for a browser's subscription. */
export async function getPushKey(
  { pushKeys }: Pick<Deps, 'pushKeys'>,
  actor: Actor,
): Promise<{ public_key: string }> {
  requirePermission(actor, 'notifications:read')
  return { public_key: pushKeys.publicKey }
}

/** Everyone who knows the endpoint can send to the browser, so only its host is shown. */
export function present(row: SubscriptionRow): Subscription {
  const { id, label, endpoint, created_at, last_used_at } = row
  return { id, label, service: new URL(endpoint).host, created_at, last_used_at }
}
