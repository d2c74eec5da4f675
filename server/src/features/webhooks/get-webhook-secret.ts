import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { webhookSecret } from '../signed-posts/webhook-secret.ts'

export async function getWebhookSecret(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>,
  actor: Actor,
) {
  requirePermission(actor, 'webhooks:write')
  return { secret: await webhookSecret(deps, actor.workspaceId) }
}
