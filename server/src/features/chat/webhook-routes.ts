import { Type } from 'typebox'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery } from '../../http/pagination.ts'
import { UuidParams } from '../../http/schemas.ts'
import { createChatWebhook, deleteChatWebhook, updateChatWebhook } from './manage-webhooks.ts'
import { getChatWebhook, listChatWebhooks } from './read-webhooks.ts'
import { ChatWebhook, CreateChatWebhookBody, Sent, UpdateChatWebhookBody } from './schemas.ts'
import { sendTestMessage } from './send-test-message.ts'

const tag = 'Team chat'
const base = '/api/v1/chat/webhooks'
const params = { id: '5d0f2c9b-1e64-4f5a-8a77-3f2a0b6e9c1d' }

const exampleWebhook = {
  ...params,
  channel: 'agent-alerts',
  kind: 'slack',
  name: 'Marketing',
  url_hint: 'https://hooks.slack.com/…XXXX',
  is_active: true,
  last_error: null,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
}

export function chatWebhookRoutes() {
  return [
    listOperation({
      id: 'listChatWebhooks',
      path: base,
      tag,
      summary: 'List chat webhooks',
      permission: 'webhooks:write',
      query: PageQuery,
      entry: ChatWebhook,
      example: { entry: exampleWebhook },
      list: (deps, { actor, query }) => listChatWebhooks(deps, actor, query),
    }),
    operation({
      id: 'createChatWebhook',
      method: 'POST',
      path: base,
      tag,
      summary: 'Forward a channel to Slack, Mattermost or Discord',
      description:
        'The full URL is never shown again. The operator must allow URLs in a private network.',
      permission: 'webhooks:write',
      body: CreateChatWebhookBody,
      status: 201,
      reply: ChatWebhook,
      etag: true,
      example: {
        body: {
          channel: 'agent-alerts',
          kind: 'slack',
          name: 'Marketing',
          url: 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
        },
        reply: exampleWebhook,
      },
      handle: (deps, { actor, body }) => createChatWebhook(deps, actor, body),
    }),
    operation({
      id: 'getChatWebhook',
      method: 'GET',
      path: `${base}/{id}`,
      tag,
      summary: 'Read a chat webhook',
      permission: 'webhooks:write',
      params: UuidParams,
      status: 200,
      reply: ChatWebhook,
      etag: true,
      notFound: 'chat_webhook_not_found',
      example: { params, reply: exampleWebhook },
      handle: (deps, { actor, params }) => getChatWebhook(deps, actor, params.id),
    }),
    operation({
      id: 'updateChatWebhook',
      method: 'PATCH',
      path: `${base}/{id}`,
      tag,
      summary: 'Change a chat webhook',
      description: 'If the server switched the webhook off, `is_active` switches it on again.',
      permission: 'webhooks:write',
      params: UuidParams,
      body: UpdateChatWebhookBody,
      status: 200,
      reply: ChatWebhook,
      etag: true,
      notFound: 'chat_webhook_not_found',
      problems: ['precondition_failed'],
      example: { params, body: { is_active: true }, reply: exampleWebhook },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateChatWebhook(deps, actor, params.id, body, ifMatch),
    }),
    operation({
      id: 'deleteChatWebhook',
      method: 'DELETE',
      path: `${base}/{id}`,
      tag,
      summary: 'Delete a chat webhook',
      permission: 'webhooks:write',
      params: UuidParams,
      status: 204,
      reply: Type.Null(),
      notFound: 'chat_webhook_not_found',
      problems: ['precondition_failed'],
      example: { params },
      handle: (deps, { actor, params, ifMatch }) =>
        deleteChatWebhook(deps, actor, params.id, ifMatch),
    }),
    operation({
      id: 'testChatWebhook',
      callsOutside: true,
      method: 'POST',
      path: `${base}/{id}/test`,
      tag,
      summary: 'Send a test message through a chat webhook',
      description:
        'Sent immediately, even if the webhook is switched off. The response contains the result.',
      permission: 'webhooks:write',
      params: UuidParams,
      status: 200,
      reply: Sent,
      notFound: 'chat_webhook_not_found',
      problems: ['chat_webhook_failed'],
      example: { params, reply: { status: 'sent' } },
      handle: (deps, { actor, params }) => sendTestMessage(deps, actor, params.id),
    }),
  ]
}
