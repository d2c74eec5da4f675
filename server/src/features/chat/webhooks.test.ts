import { describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { readProblem } from '../../../test/harness.ts'
import { TryLater, Undeliverable } from '../../channels/channel.ts'
import { chatKinds } from '../../channels/chat/chat-post.ts'
import { forwardToWebhook } from './forward-to-webhook.ts'
import { channel, hooks, missing, useChat } from './test-chat.ts'

const { service, chats, mia, call, webhookUrl, createWebhook, postMessage, waitForEvents } =
  useChat()

const hook = async (id: string) => (await call('GET', `${hooks}/${id}`)).body

const forward = (webhookId: string, messageId: string) =>
  forwardToWebhook(service.deps, { workspaceId: mia.workspaceId, webhookId, messageId })

describe('webhooks', () => {
  test('the full URL is never shown again, not even in events', async () => {
    const made = await createWebhook()
    const answers = [
      await call('GET', hooks),
      await call('GET', `${hooks}/${made.id}`),
      await call('PATCH', `${hooks}/${made.id}`, { name: 'Sales' }),
      await call('DELETE', `${hooks}/${made.id}`),
      await call('GET', `${hooks}/${made.id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 204, 404])
    expect(made).toMatchObject({
      channel: 'agent-alerts',
      kind: 'slack',
      url_hint: `${chats.slack.url}/…cret`,
      is_active: true,
      last_error: null,
    })
    await waitForEvents('chat_webhook.deleted', 1)
    await waitForEvents('chat_webhook.created', 1)
    const [updated] = await waitForEvents('chat_webhook.updated', 1)
    expect(updated?.data).toMatchObject({ before: { name: 'Marketing' }, after: { name: 'Sales' } })
    const events = await call('GET', '/api/v1/events')
    for (const { text } of [...answers, events]) {
      expect(text).not.toContain('canarySecret')
      expect(text).not.toContain('T000')
    }
    expect(events.text).not.toContain(chats.slack.url)
  })

  test('a short URL shows only its host', async () => {
    const { url_hint } = await createWebhook('slack', { url: 'https://chat.example/abcd' })
    expect(url_hint).toBe('https://chat.example/…')
  })

  test('a change without effect publishes nothing; a stale one is rejected', async () => {
    const { id } = await createWebhook()
    const { headers } = await call('GET', `${hooks}/${id}`)
    await call('PATCH', `${hooks}/${id}`, { name: 'Marketing', url: webhookUrl('slack') })
    const ifMatch = { 'if-match': headers.etag as string }
    expect((await call('PATCH', `${hooks}/${id}`, { name: 'A' }, mia, ifMatch)).status).toBe(200)
    expect((await call('PATCH', `${hooks}/${id}`, { name: 'B' }, mia, ifMatch)).status).toBe(412)
    expect((await call('DELETE', `${hooks}/${id}`, undefined, mia, ifMatch)).status).toBe(412)
    await waitForEvents('chat_webhook.updated', 1)
  })

  test.each([
    [{ url: 'ftp://x.example/y' }, 'url'],
    [{ url: 'hooks.slack.com/services/x' }, 'url'],
    [{ url: 'https://me:pass@x.example/' }, 'url'],
    [{ url: `https://x.example/${'x'.repeat(2000)}` }, 'url'],
    [{ kind: 'teams' }, 'kind'],
    [{ kind: 'discord', url: 'https://hooks.slack.com/services/T/B/x' }, 'kind'],
    [{ kind: 'slack', url: 'https://discord.com/api/webhooks/1/x' }, 'kind'],
    [{ kind: 'discord', url: 'https://discord.com/api/webhooks/1/x/slack' }, 'url'],
    [{ name: ' ' }, 'name'],
    [{ channel: 'general' }, 'channel'],
  ])('400 for %j, new or changed', async (changes, field) => {
    const body = { kind: 'slack', name: 'A', url: 'https://x.example/hook', ...changes }
    const made = await call('POST', hooks, body)
    expect([made.status, made.body.errors[0].path]).toEqual([400, field])
    if (field === 'channel') return
    const { id } = await createWebhook()
    const changed = await call('PATCH', `${hooks}/${id}`, changes)
    expect([changed.status, changed.body.errors[0].path]).toEqual([400, field])
  })

  test('only administrators manage them', async () => {
    const member = await service.colleague(mia, 'member')
    expect((await call('GET', hooks, undefined, member)).status).toBe(403)
    expect((await call('POST', hooks, { name: 'x' }, member)).status).toBe(403)
  })

  test('a test returns the result and quotes the service', async () => {
    const { id } = await createWebhook('discord')
    await call('PATCH', `${hooks}/${id}`, { is_active: false })
    const sent = await call('POST', `${hooks}/${id}/test`)
    expect([sent.status, sent.body]).toEqual([200, { status: 'sent' }])
    expect(chats.discord.received[0].embeds[0].title).toBe('Test message')

    chats.discord.answer = (_, res) => res.writeHead(401).end('{"message": "Invalid token"}')
    const refused = await call('POST', `${hooks}/${id}/test`)
    expect([refused.status, refused.body.code]).toEqual([502, 'chat_webhook_failed'])
    expect(refused.body.detail).toBe('Discord answered 401: Invalid token')
    expect((await hook(id)).last_error).toBe('Discord answered 401: Invalid token')

    chats.discord.answer = (_, res) => res.writeHead(429, { 'retry-after': '7' }).end()
    expect((await call('POST', `${hooks}/${id}/test`)).headers['retry-after']).toBe('7')
    expect((await call('POST', `${hooks}/${missing}/test`)).status).toBe(404)
  })

  test('a URL in the server’s own network is not stored', async () => {
    for (const url of [
      'http://169.254.169.254/latest/meta-data/iam',
      'http://10.0.0.1/hook/hook',
    ]) {
      const answer = call('POST', hooks, { kind: 'slack', name: 'x', url })
      expect(await readProblem(answer)).toEqual([400, 'url'])
    }
  })
})

describe('forwarding', () => {
  test('a message goes to every active webhook, each in its own format', async () => {
    for (const kind of chatKinds) await createWebhook(kind)
    const off = await createWebhook('slack', { name: 'Off', url: `${webhookUrl('slack')}-off` })
    await call('PATCH', `${hooks}/${off.id}`, { is_active: false })
    await call('POST', channel, { title: 'Hello', text: 'A **bold** word' })
    const arrived = () => chatKinds.map((kind) => chats[kind].received.length)
    await expect.poll(arrived).toEqual([1, 1, 1])
    expect(chats.slack.received[0].blocks[1].text.text).toBe('A *bold* word')
    expect(chats.mattermost.received[0].attachments[0].text).toBe('A **bold** word')
    expect(chats.discord.received[0].embeds[0].title).toBe('Hello')
    expect(chats.slack.requests.some((path) => path.endsWith('-off'))).toBe(false)
  })

  test.each([
    [503, 1],
    [429, 1],
    [403, 0],
  ])('after %i, %i job waits for a retry', async (status, count) => {
    const { id } = await createWebhook()
    chats.slack.answer = (_, res) => res.writeHead(status).end('away')
    await call('POST', channel, { text: 'x' })
    await expect.poll(async () => (await hook(id)).last_error).toMatch(/^Slack (answered|asked)/)
    const jobs = () => service.deps.db.system`
      select lease from jobs where queue = 'chat-forward' and data->>'webhook_id' = ${id}`
    await expect.poll(jobs).toEqual(Array(count).fill({ lease: null }))
  })

  test('of a notification: the caller gets the targets and the full link', async () => {
    const slack = await createWebhook('slack')
    const discord = await createWebhook('discord')
    const notificationId = crypto.randomUUID()
    const { webhooks } = await postMessage({ notificationId, ctaLabel: 'Look' })
    expect(webhooks).toEqual([
      { id: slack.id, name: 'Marketing', kind: 'slack' },
      { id: discord.id, name: 'Marketing', kind: 'discord' },
    ])
    const { workspaceId } = mia
    await forwardToWebhook(service.deps, { workspaceId, webhookId: slack.id, notificationId })
    const { blocks } = chats.slack.received[0]
    expect(blocks[2].elements[0].text).toContain(`Scout · Workspace ${mia.slug} · agent-alerts`)
    expect(blocks[3].elements[0]).toMatchObject({
      text: { text: 'Look' },
      url: `${service.deps.config.publicUrl}/threads/7?workspace=${mia.workspaceId}`,
    })
    expect(chats.discord.received).toEqual([])
  })

  test('a webhook that the service deleted is switched off, with the reason', async () => {
    const { id } = await createWebhook()
    const { messageId } = await postMessage()
    chats.slack.answer = (_, res) => res.writeHead(404).end('no_service')
    expect(await catchError(forward(id, messageId))).toBeInstanceOf(Undeliverable)
    expect(await hook(id)).toMatchObject({
      is_active: false,
      last_error: 'Slack answered 404: no_service',
    })
    const [event] = await waitForEvents('chat_webhook.updated', 1)
    expect(event).toMatchObject({
      actor: { kind: 'system' },
      data: { after: { is_active: false } },
    })
    expect(await catchError(forward(id, messageId))).toBeInstanceOf(Undeliverable)
    expect(chats.slack.requests.at(-1)).toContain('canarySecret')
    expect((await postMessage()).webhooks).toEqual([])

    chats.slack.answer = undefined
    const on = await call('PATCH', `${hooks}/${id}`, { is_active: true })
    expect(on.body).toMatchObject({ is_active: true, last_error: null })
    await forward(id, messageId)
  })

  test('a webhook that got a new URL in the meantime stays on', async () => {
    const { id } = await createWebhook()
    const { messageId } = await postMessage()
    chats.slack.answer = async (_, res) => {
      await call('PATCH', `${hooks}/${id}`, { url: `${webhookUrl('slack')}-new` })
      res.writeHead(410).end('channel_is_archived')
    }
    expect(await catchError(forward(id, messageId))).toBeInstanceOf(Undeliverable)
    expect(await hook(id)).toMatchObject({ is_active: true, last_error: null })
  })

  test('a temporary error is shown until it is over', async () => {
    const { id } = await createWebhook()
    const { messageId } = await postMessage()
    chats.slack.answer = (_, res) => res.writeHead(429, { 'retry-after': '9' }).end()
    const busy = await catchError(forward(id, messageId))
    expect(busy).toBeInstanceOf(TryLater)
    expect(await hook(id)).toMatchObject({
      is_active: true,
      last_error: 'Slack asked us to wait 9 seconds.',
    })
    chats.slack.answer = undefined
    await forward(id, messageId)
    expect((await hook(id)).last_error).toBeNull()
  })

  test('nothing of another workspace is forwarded', async () => {
    const { id } = await createWebhook()
    const { messageId } = await postMessage()
    const jo = await service.tenant()
    const theirs = await postMessage({ text: 'Theirs' }, jo)
    expect(await catchError(forward(id, theirs.messageId))).toBeInstanceOf(Undeliverable)
    const asJo = { workspaceId: jo.workspaceId, webhookId: id, messageId }
    expect(await catchError(forwardToWebhook(service.deps, asJo))).toBeInstanceOf(Undeliverable)
    expect(chats.slack.received).toEqual([])
  })
})
