import { PageQuery } from '../../http/pagination.ts'
import { resource } from '../../http/resource.ts'
import { UuidParams } from '../../http/schemas.ts'
import { createChatWebhook, deleteChatWebhook, updateChatWebhook } from './manage-webhooks.ts'
import { getChatWebhook, listChatWebhooks } from './read-webhooks.ts'
import { ChatWebhook, CreateChatWebhookBody, Sent, UpdateChatWebhookBody } from './schemas.ts'
import { sendTestMessage } from './send-test-message.ts'

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

const chatWebhooks = resource({
  tag: 'Team chat',
  path: '/api/v1/chat/webhooks',
  read: 'webhooks:write',
  write: 'webhooks:write',
  params: UuidParams,
  notFound: 'chat_webhook_not_found',
  record: ChatWebhook,
  etag: true,
  example: { params: { id: '5d0f2c9b-1e64-4f5a-8a77-3f2a0b6e9c1d' }, record: exampleWebhook },
})

export function chatWebhookRoutes() {
  return [
    chatWebhooks.list('', {
      id: 'listChatWebhooks',
      summary: 'List chat webhooks',
      query: PageQuery,
      list: (deps, { actor, query }) => listChatWebhooks(deps, actor, query),
    }),
    chatWebhooks.create('', {
      id: 'createChatWebhook',
      summary: 'Forward a channel to Slack, Mattermost or Discord',
      description:
        'The full URL is never shown again. The operator must allow URLs in a private network.',
      body: CreateChatWebhookBody,
      example: {
        body: {
          channel: 'agent-alerts',
          kind: 'slack',
          name: 'Marketing',
          url: 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
        },
      },
      handle: (deps, { actor, body }) => createChatWebhook(deps, actor, body),
    }),
    chatWebhooks.get('/{id}', {
      id: 'getChatWebhook',
      summary: 'Read a chat webhook',
      handle: (deps, { actor, params }) => getChatWebhook(deps, actor, params.id),
    }),
    chatWebhooks.patch('/{id}', {
      id: 'updateChatWebhook',
      summary: 'Change a chat webhook',
      description: 'If the server switched the webhook off, `is_active` switches it on again.',
      body: UpdateChatWebhookBody,
      problems: ['precondition_failed'],
      example: { body: { is_active: true } },
      handle: (deps, { actor, params, body, ifMatch }) =>
        updateChatWebhook(deps, actor, params.id, body, ifMatch),
    }),
    chatWebhooks.delete('/{id}', {
      id: 'deleteChatWebhook',
      summary: 'Delete a chat webhook',
      problems: ['precondition_failed'],
      handle: (deps, { actor, params, ifMatch }) =>
        deleteChatWebhook(deps, actor, params.id, ifMatch),
    }),
    chatWebhooks.post('/{id}/test', {
      id: 'testChatWebhook',
      callsOutside: true,
      summary: 'Send a test message through a chat webhook',
      description:
        'Sent immediately, even if the webhook is switched off. The response contains the result.',
      reply: Sent,
      problems: ['chat_webhook_failed'],
      example: { reply: { status: 'sent' } },
      handle: (deps, { actor, params }) => sendTestMessage(deps, actor, params.id),
    }),
  ]
}
