import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { named } from '../../http/schemas.ts'
import { getWebhookSecret } from './get-webhook-secret.ts'

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
      handle: (deps, { actor }) => getWebhookSecret(deps, actor),
    }),
  ]
}
