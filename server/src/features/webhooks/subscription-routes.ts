import { PageQuery } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { UuidParams } from '../../http/schemas.ts'
import { deleteWebhookSubscription, updateWebhookSubscription } from './change-subscription.ts'
import { createWebhookSubscription } from './create-subscription.ts'
import { exampleDelivery } from './delivery-routes.ts'
import { getWebhookSubscription, listWebhookSubscriptions } from './read-subscriptions.ts'
import { replayWebhookEvents } from './replay-events.ts'
import { rotateWebhookSecret } from './rotate-secret.ts'
import {
  CreateSubscriptionBody,
  Delivery,
  NewSubscription,
  ReplayBody,
  Replayed,
  RotatedSecret,
  Subscription,
  UpdateSubscriptionBody,
} from './schemas.ts'
import { sendTestEvent } from './send-test-event.ts'

const params = { id: '7b1c8a52-0d3e-4f6b-9a41-2c5d8e7f6a90' }
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

const body = {
  url: 'https://hooks.example/atelier',
  event_types: ['task.succeeded', 'pm_task.*'],
  description: 'Our issue tracker',
  filter: { data: { board: '0b0f7b6e-3c1a-4c57-9d0e-6a4f1d2b8c55' } },
}

const exampleSubscription = {
  ...params,
  ...body,
  is_active: true,
  disabled_reason: null,
  failing_since: null,
  previous_secret_until: null,
  created_by: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}

const subscriptions = resource({
  tag: 'Webhooks',
  path: '/api/v1/webhooks/subscriptions',
  read: 'webhooks:read',
  write: 'webhooks:write',
  params: UuidParams,
  notFound: 'webhook_subscription_not_found',
  record: Subscription,
  etag: true,
  example: { params, record: exampleSubscription },
})

export function webhookSubscriptionRoutes() {
  return [
    subscriptions.list('', {
      id: 'listWebhookSubscriptions',
      summary: 'List webhook subscriptions',
      query: PageQuery,
      list: (deps, { actor, query }) => listWebhookSubscriptions(deps, actor, query),
    }),
    subscriptions.create('', {
      id: 'createWebhookSubscription',
      summary: 'Create a webhook subscription',
      description:
        'Sends events to a URL from now on, signed as Standard Webhooks specifies. The secret is shown only once. The operator must allow URLs in a private network. Of personal events, it sends only the creator’s. Also needs `events:read`. At most 50 per workspace.',
      body: CreateSubscriptionBody,
      reply: NewSubscription,
      problems: ['quota_exceeded'],
      example: { body, reply: { ...exampleSubscription, secret } },
      handle: (deps, { actor, body }) => createWebhookSubscription(deps, actor, body),
    }),
    subscriptions.get('/{id}', {
      id: 'getWebhookSubscription',
      summary: 'Read a webhook subscription',
      handle: (deps, { actor, params }) => getWebhookSubscription(deps, actor, params.id),
    }),
    subscriptions.patch('/{id}', {
      id: 'updateWebhookSubscription',
      summary: 'Change a webhook subscription',
      description:
        'If the server switched the subscription off, `is_active` switches it on again and `replay` sends the missed events. While it is off, waiting deliveries fail at their next attempt. Also needs `events:read`.',
      body: UpdateSubscriptionBody,
      problems: ['precondition_failed'],
      example: { body: { is_active: true } },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateWebhookSubscription(deps, actor, params.id, body, ifMatch),
    }),
    subscriptions.delete('/{id}', {
      id: 'deleteWebhookSubscription',
      summary: 'Delete a webhook subscription',
      description: 'Also deletes its log and its waiting deliveries.',
      problems: ['precondition_failed'],
      handle: (deps, { actor, params, ifMatch }) =>
        deleteWebhookSubscription(deps, actor, params.id, ifMatch),
    }),
    subscriptions.post('/{id}/rotate-secret', {
      id: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook subscription',
      description:
        'For 24 hours both secrets sign: `webhook-signature` has two signatures, separated by a space.',
      reply: RotatedSecret,
      example: { reply: { secret, previous_secret_until: '2026-11-16T09:30:00.000Z' } },
      handle: (deps, { actor, params }) => rotateWebhookSecret(deps, actor, params.id),
    }),
    subscriptions.post('/{id}/test', {
      id: 'testWebhookSubscription',
      summary: 'Send a test event',
      description:
        'Sends an event of the type `webhook.test`, even if the subscription is switched off, without retries. Read the delivery to see the result.',
      status: 202,
      reply: Delivery,
      example: {
        reply: {
          ...exampleDelivery,
          event_type: 'webhook.test',
          event_seq: null,
          status: 'queued',
        },
      },
      handle: (deps, { actor, params }) => sendTestEvent(deps, actor, params.id),
    }),
    subscriptions.post('/{id}/replay', {
      id: 'replayWebhookEvents',
      summary: 'Send past events again',
      description:
        'Sends the events that match the subscription now, even those already sent. They keep their `webhook-id`, so a receiver can detect repeats. One call checks at most ten thousand events. Also needs `events:read`.',
      body: ReplayBody,
      status: 202,
      reply: Replayed,
      problems: ['webhook_subscription_inactive'],
      example: {
        body: { after_seq: 41 },
        reply: { queued: 3, last_seq: 57, has_more: false },
      },
      handle: (deps, { actor, params, body }) => replayWebhookEvents(deps, actor, params.id, body),
    }),
  ]
}
