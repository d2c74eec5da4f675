import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { UuidParams } from '../../http/schemas.ts'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDelivery,
} from './read-deliveries.ts'
import { DeliveriesQuery, Delivery, DeliveryWithAttempts } from './schemas.ts'

const tag = 'Webhooks'
const base = '/api/v1/webhooks/deliveries'
const notFound = 'webhook_delivery_not_found'
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

export function webhookDeliveryRoutes() {
  return [
    listOperation({
      id: 'listWebhookDeliveries',
      path: base,
      tag,
      summary: 'List webhook deliveries',
      description: 'Newest first. Finished deliveries are stored for 30 days.',
      permission: 'webhooks:read',
      query: DeliveriesQuery,
      entry: Delivery,
      example: { query: { status: 'delivered' }, entry: exampleDelivery },
      list: (deps, { actor, query }) => listWebhookDeliveries(deps, actor, query),
    }),
    operation({
      id: 'getWebhookDelivery',
      method: 'GET',
      path: `${base}/{id}`,
      tag,
      summary: 'Read a webhook delivery with its attempts',
      permission: 'webhooks:read',
      params: UuidParams,
      status: 200,
      reply: DeliveryWithAttempts,
      notFound,
      example: { params, reply: { ...exampleDelivery, attempts: [exampleAttempt] } },
      handle: (deps, { actor, params }) => getWebhookDelivery(deps, actor, params.id),
    }),
    operation({
      id: 'resendWebhookDelivery',
      method: 'POST',
      path: `${base}/{id}/resend`,
      tag,
      summary: 'Send a webhook delivery again',
      description:
        'Only a finished delivery, whether it succeeded or failed. It keeps its `webhook-id` and gets new retries.',
      permission: 'webhooks:write',
      params: UuidParams,
      status: 202,
      reply: Delivery,
      notFound,
      problems: ['webhook_delivery_not_over', 'webhook_subscription_inactive'],
      example: {
        params,
        reply: { ...exampleDelivery, status: 'queued', attempts_count: 0, status_code: null },
      },
      handle: (deps, { actor, params }) => resendWebhookDelivery(deps, actor, params.id),
    }),
  ]
}
