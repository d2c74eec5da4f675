import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { requirePermission } from '../../http/permissions.ts'
import { named } from '../../http/schemas.ts'
import { webhookSecret } from '../signed-posts/webhook-secret.ts'

export function webhookRoutes() {
  return [
    operation({
      id: 'getWebhookSecret',
      method: 'GET',
      path: '/api/v1/webhooks/secret',
      tag: 'Webhooks',
      summary: 'Read the webhook signing secret of this workspace',
      description: 'Verify `webhook-signature` with it, as Standard Webhooks specifies.',
      permission: 'webhooks:write',
      reply: named('WebhookSecret', Type.Object({ secret: Type.String() })),
      example: { reply: { secret: 'whsec_…' } },
      handle: async (deps, { actor }) => {
        requirePermission(actor, 'webhooks:write')
        return { secret: await webhookSecret(deps, actor.workspaceId) }
      },
    }),
  ]
}
