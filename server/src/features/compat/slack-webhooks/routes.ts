import { Type } from 'typebox'
import type { Deps } from '../../../deps.ts'
import { RateLimiter } from '../../../http/gate/rate-limit.ts'
import { listOperation } from '../../../http/list-operation.ts'
import { type Operation, operation } from '../../../http/operation.ts'
import { PageQuery } from '../../../http/pagination.ts'
import { UuidParams } from '../../../http/schemas.ts'
import { slackErrors } from './errors.ts'
import {
  createIncomingWebhook,
  deleteIncomingWebhook,
  listIncomingWebhooks,
} from './manage-incoming-webhooks.ts'
import { postToWebhook, WebhookParams } from './post-to-webhook.ts'
import { CreateIncomingWebhookBody, IncomingWebhook, NewIncomingWebhook } from './schemas.ts'

const tag = 'Team chat'
const base = '/api/v1/chat/incoming-webhooks'
const params = { id: '5d0f2c9b-1e64-4f5a-8a77-3f2a0b6e9c1d' }
const hook = 'B5D0F2C9B1E644F5A8A773F2A0B6E9C1D'

/** More than Slack allows, but a program in a loop must not fill the channel. */
const messagesPerMinute = 60

const exampleWebhook = {
  ...params,
  channel: 'agent-alerts',
  name: 'Build server',
  created_at: '2026-11-15T09:30:00.000Z',
  last_used_at: null,
}

export function incomingWebhookRoutes(
  _service: unknown,
  deps: Pick<Deps, 'clock' | 'counts'>,
): Operation[] {
  const limit = { policy: 'incoming-webhook', quota: messagesPerMinute, windowSeconds: 60 }
  const limiter = new RateLimiter(limit, deps)
  return [
    listOperation({
      id: 'listIncomingWebhooks',
      path: base,
      tag,
      summary: 'List incoming webhooks',
      permission: 'webhooks:write',
      query: PageQuery,
      entry: IncomingWebhook,
      example: { entry: exampleWebhook },
      list: (deps, { actor, query }) => listIncomingWebhooks(deps, actor, query),
    }),
    operation({
      id: 'createIncomingWebhook',
      method: 'POST',
      path: base,
      tag,
      summary: 'Create a URL that posts to a channel, for programs that post to Slack',
      description:
        'Also needs `chat:write`. The URL is shown only once. It works as long as its creator may write to the chat.',
      permission: 'webhooks:write',
      body: CreateIncomingWebhookBody,
      status: 201,
      reply: NewIncomingWebhook,
      problems: ['channel_not_found'],
      example: {
        body: { channel: 'agent-alerts', name: 'Build server' },
        reply: { ...exampleWebhook, url: `https://atelier.example.com/services/T1/${hook}/…` },
      },
      handle: (deps, { actor, body }) => createIncomingWebhook(deps, actor, body),
    }),
    operation({
      id: 'deleteIncomingWebhook',
      method: 'DELETE',
      path: `${base}/{id}`,
      tag,
      summary: 'Delete an incoming webhook',
      permission: 'webhooks:write',
      params: UuidParams,
      notFound: 'incoming_webhook_not_found',
      example: { params },
      handle: (deps, { actor, params }) => deleteIncomingWebhook(deps, actor, params.id),
    }),
    operation({
      id: 'postToIncomingWebhook',
      method: 'POST',
      path: '/services/{team}/{hook}/{secret}',
      tag,
      summary: 'Post a message, like a Slack incoming webhook',
      description:
        'Takes `text`, `blocks` and `attachments`, as JSON or in the form field `payload`. Answers `ok`, or one of Slack’s words: `invalid_payload`, `no_text`, `no_service`, `channel_not_found`, `action_prohibited`, `rate_limited`. See docs/drop-in/slack-webhooks.md.',
      permission: 'public',
      errorFormat: slackErrors,
      params: WebhookParams,
      takes: {
        'application/json': { schema: Type.Object({}, { additionalProperties: true }) },
        'application/x-www-form-urlencoded': {
          schema: Type.Object({ payload: Type.String({ maxLength: 262_144 }) }),
        },
      },
      reply: Type.String(),
      replyTypes: ['text/plain'],
      notFound: 'incoming_webhook_not_found',
      problems: [
        'validation_failed',
        'malformed_json',
        'body_too_large',
        'channel_not_found',
        'permission_denied',
        'rate_limited',
      ],
      example: { params: { team: 'T1', hook, secret: 'kL9…' }, reply: 'ok' },
      exchange: (deps, call, exchange) => postToWebhook(deps, call, exchange, limiter),
    }),
  ]
}
