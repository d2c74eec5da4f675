import { describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { startHttpServer } from '../../../test/local-servers.ts'
import { createSafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import { TryLater, Undeliverable } from '../channel.ts'
import type { ChatKind } from './chat-post.ts'
import { sendToChat, WebhookGone } from './send-chat.ts'
import { log, message, safeFetch, useChatPosts } from './test-chat-posts.ts'

const { chats, send } = useChatPosts()

describe('responses of the chat service', () => {
  const answered = async (
    kind: ChatKind,
    status: number,
    body: string,
    headers: Record<string, string> = {},
  ) => {
    chats[kind].answer = (_, res) => res.writeHead(status, headers).end(body)
    return catchError(send(kind))
  }

  test('2xx is a success, whatever the body', async () => {
    for (const body of ['ok', '', 'x'.repeat(5_000_000)]) {
      chats.slack.answer = (_, res) =>
        res.writeHead(200, { 'content-length': body.length }).end(body)
      await send('slack')
    }
    // A response body that never ends does not block the sender.
    chats.discord.answer = (_, res) => res.writeHead(200).write('{')
    await send('discord')
  })

  test('429 sets a delay: by a header, a date, or Discord’s JSON', async () => {
    const seconds = async (...args: Parameters<typeof answered>) => {
      const error = await answered(...args)
      expect(error).toBeInstanceOf(TryLater)
      return (error as unknown as TryLater).afterSeconds
    }
    expect(await seconds('slack', 429, 'rate_limited', { 'retry-after': '30' })).toBe(30)
    const json = JSON.stringify({ message: 'You are being rate limited.', retry_after: 64.57 })
    expect(await seconds('discord', 429, json, { 'retry-after': '65' })).toBe(65)
    expect(await seconds('discord', 429, '{"retry_after": 0.3}')).toBe(1)
    const date = new Date(Date.now() + 90_000).toUTCString()
    expect(await seconds('mattermost', 429, '', { 'retry-after': date })).toBeGreaterThan(60)
    expect(await seconds('mattermost', 429, '<html>')).toBe(30)
    expect(await seconds('slack', 429, '', { 'retry-after': '99999999' })).toBe(86_400)
  })

  test.each([
    ['slack', 404, 'no_service', WebhookGone, 'Slack answered 404: no_service'],
    ['slack', 410, 'channel_is_archived', WebhookGone, 'Slack answered 410: channel_is_archived'],
    ['slack', 403, 'action_prohibited', Undeliverable, 'Slack answered 403: action_prohibited'],
    ['slack', 400, 'invalid_token', Undeliverable, 'Slack answered 400: invalid_token'],
    ['discord', 401, '{"message": "401: Unauthorized"}', Undeliverable, '401: Unauthorized'],
    ['discord', 404, '{"message": "Unknown Webhook"}', WebhookGone, 'Unknown Webhook'],
    [
      'mattermost',
      400,
      '{"id": "web.incoming_webhook.invalid.app_error", "message": "Invalid webhook"}',
      Undeliverable,
      'Mattermost answered 400: Invalid webhook',
    ],
  ] as const)('%s %i %s is final', async (kind, status, body, type, words) => {
    const error = await answered(kind, status, body)
    expect(error).toBeInstanceOf(type)
    expect(error instanceof WebhookGone).toBe(status === 404 || status === 410)
    expect(error.message).toContain(words)
  })

  test.each([
    ['slack', 500, 'rollup_error'],
    ['slack', 400, 'invalid_payload'],
    ['mattermost', 503, '<html>busy</html>'],
    ['discord', 304, ''],
  ] as const)('%s %i %s is retryable', async (kind, status, body) => {
    const error = await answered(kind, status, body)
    expect([error instanceof Undeliverable, error instanceof TryLater]).toEqual([false, false])
    expect(error.message).toContain(String(status))
    expect(error.message).not.toContain('<')
  })

  test('the error is one short line without the secret of the URL', async () => {
    const body = `no\u0000 such\nhook /services/T000/B000/canary-secret ${'x '.repeat(5000)}`
    const { message } = await answered('slack', 403, body)
    expect(message.length).toBeLessThan(250)
    expect(message).toMatch(/^Slack answered 403: no such hook/)
    expect(message).not.toContain('canary')
  })

  test('redirects are rejected, and nothing is sent to their target', async () => {
    const elsewhere = await startHttpServer((_, res) => res.end('ok'))
    for (const location of [elsewhere.url, '/other-hook']) {
      chats.slack.answer = ({ url }, res) =>
        url === '/other-hook' ? res.end('ok') : res.writeHead(307, { location }).end()
      expect(await catchError(send('slack'))).toBeInstanceOf(Undeliverable)
    }
    expect(elsewhere.connections()).toBe(0)
    await elsewhere.close()
  })

  test('an unreachable server is retryable', async () => {
    const gone = await startHttpServer((_, res) => res.end())
    await gone.close()
    const error = await catchError(
      sendToChat(safeFetch, { kind: 'slack', url: gone.url }, message()),
    )
    expect(error).not.toBeInstanceOf(Undeliverable)
  })
})

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:1/',
  'http://[::1]/',
  'http://2130706433/',
  'http://[::ffff:10.0.0.1]/',
  'http://100.100.100.200/',
  'http://localhost/',
  'file:///etc/passwd',
  'https://user:secret@example.com/',
])('%s is rejected for good, with advice for the operator', async (url) => {
  const strict = createSafeFetch({ allowCidrs: [], log })
  const error = await catchError(sendToChat(strict, { kind: 'slack', url }, message()))
  expect(error).toBeInstanceOf(Undeliverable)
  expect(error.message).not.toContain('secret')
  if (/^http:/.test(url)) expect(error.message).toContain('ATELIER_ALLOW_CIDRS')
})
