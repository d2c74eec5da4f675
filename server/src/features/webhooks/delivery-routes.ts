import { resource } from '../../http/resource.ts'
import { UuidParams } from '../../http/schemas.ts'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDelivery,
} from './read-deliveries.ts'
import { DeliveriesQuery, Delivery, DeliveryWithAttempts } from './schemas.ts'

const params = { id: 'c0f1a8de-5b7d-4b0c-8f6e-1d2c3b4a5968' }

export const exampleDelivery = {
  ...params,
  subscription_id: '7b1c8a52-0d3e-4f6b-9a41-2c5d8e7f6a90',
  event_type: 'task.succeeded',
  event_seq: 42,
  status: 'delivered',
  attempts_count: 1,
  status_code: 204,
  reason: null,
  next_attempt_at: null,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:01.000Z',
}

const exampleAttempt = {
  started_at: '2026-11-15T09:30:00.000Z',
  duration_ms: 84,
  status_code: 204,
  response: '',
  reason: null,
}

const deliveries = resource({
  tag: 'Webhooks',
  path: '/api/v1/webhooks/deliveries',
  read: 'webhooks:read',
  write: 'webhooks:write',
  params: UuidParams,
  notFound: 'webhook_delivery_not_found',
  record: Delivery,
  example: {
    params: { id: 'c0f1a8de-5b7d-4b0c-8f6e-1d2c3b4a5968' },
    record: { ...exampleDelivery, status: 'queued', attempts_count: 0, status_code: null },
  },
})

export function webhookDeliveryRoutes() {
  return [
    deliveries.list('', {
      id: 'listWebhookDeliveries',
      summary: 'List webhook deliveries',
      description: 'Newest first. Finished deliveries are stored for 30 days.',
      query: DeliveriesQuery,
      example: { query: { status: 'delivered' }, entry: exampleDelivery },
      list: (deps, { actor, query }) => listWebhookDeliveries(deps, actor, query),
    }),
    deliveries.get('/{id}', {
      id: 'getWebhookDelivery',
      summary: 'Read a webhook delivery with its attempts',
      reply: DeliveryWithAttempts,
      example: { reply: { ...exampleDelivery, attempts: [exampleAttempt] } },
      handle: (deps, { actor, params }) => getWebhookDelivery(deps, actor, params.id),
    }),
    deliveries.post('/{id}/resend', {
      id: 'resendWebhookDelivery',
      summary: 'Send a webhook delivery again',
      description:
        'Only a finished delivery, whether it succeeded or failed. It keeps its `webhook-id` and gets new retries.',
      status: 202,
      problems: ['webhook_delivery_not_over', 'webhook_subscription_inactive'],
      handle: (deps, { actor, params }) => resendWebhookDelivery(deps, actor, params.id),
    }),
  ]
}
