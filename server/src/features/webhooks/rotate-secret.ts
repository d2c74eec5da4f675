import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { publish } from '../events/publish.ts'
import { newSecret } from '../signed-posts/webhook-secret.ts'
import { saveSubscription } from './queries.ts'
import { requireSubscription } from './require-subscription.ts'
import { sealSecret } from './sealed-secrets.ts'

const overlapHours = 24

/** Creates a new secret. The previous one also signs for a day; older ones stop immediately. */
export async function rotateWebhookSecret(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>,
  actor: Actor,
  id: string,
): Promise<{ secret: string; previous_secret_until: Date }> {
  requirePermission(actor, 'webhooks:write')
  const at = deps.clock()
  const secret = newSecret(deps)
  const until = new Date(at.getTime() + overlapHours * 3_600_000)
  await deps.db.transaction(actor.workspaceId, async (tx) => {
    const before = await requireSubscription(tx, actor.workspaceId, id)
    await saveSubscription(tx, actor.workspaceId, {
      ...before,
      secret: sealSecret(deps, secret),
      previous_secret: before.secret,
      previous_secret_until: until,
      updated_at: at,
    })
    await publish(tx, actor, {
      type: 'webhook_subscription.secret_rotated',
      object: { type: 'webhook_subscription', id },
      data: {},
      at,
    })
  })
  return { secret, previous_secret_until: until }
}
