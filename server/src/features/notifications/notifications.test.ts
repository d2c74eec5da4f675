import { describe, expect, test } from 'vitest'
import type { Tenant } from '../../../test/harness.ts'
import { startHttpServer } from '../../../test/local-servers.ts'
import { findHeader } from '../../../test/mail-server.ts'
import { buildNotification as body, notifyPath as path } from '../../../test/notify.ts'
import { useNotifications } from './test-notifications.ts'

const { smtp, service, mia, posts, send, get, listReceipts, waitForDeliveries } =
  await useNotifications()

async function frames({ workspaceId, userId }: Tenant, id: string) {
  return service.deps.db.system<{ type: string; data: { title: string } }>`
    select type, data from events where workspace_id = ${workspaceId} and user_id = ${userId}
      and type = 'notification.created' and object ->> 'id' = ${id}`
}

describe('every row of the table', () => {
  test.each([
    ['agentTaskCompleted', { in_app: true, frame: true, mail: true, chat: false }],
    ['agentNeedsInput', { in_app: true, frame: true, mail: true, chat: false }],
    ['agentError', { in_app: true, frame: true, mail: false, chat: true }],
    ['agentProgress', { in_app: false, frame: true, mail: false, chat: false }],
    ['agentNudge', { in_app: true, frame: true, mail: true, chat: false }],
  ])('%s reaches %o and nothing else', async (category, expected) => {
    const title = `About ${category}`
    const answer = await send(mia, { category, title })
    expect([answer.status, answer.body.status]).toEqual([200, 'sent'])
    const id = answer.body.notification_id
    const channels = (await waitForDeliveries(id)).map(({ channel }) => channel)
    const { results } = await get('/api/v1/notifications')
    const messages = await get('/api/v1/chat/channels/agent-alerts/messages')
    expect({
      in_app: results.filter((one: { id: string }) => one.id === id).length === 1,
      frame: (await frames(mia, id)).length === 1,
      mail: smtp.mails.length === 1,
      chat: posts.length === 1,
    }).toEqual(expected)
    expect(messages.results.some((one: { title: string }) => one.title === title)).toBe(
      expected.chat,
    )
    expect([...new Set(channels)].sort()).toEqual(
      answer.body.deliveries.map(({ channel }: { channel: string }) => channel).sort(),
    )
    if (expected.mail)
      expect(smtp.mails[0]).toMatchObject({ parsed: { subject: title }, recipients: [mia.email] })
    if (expected.chat) expect(posts[0]).toContain(title)
  })
})

describe('POST /service/agent/notify', () => {
  test('200 the email has both parts, the button and the unsubscribe link; the card keeps _extra', async () => {
    const _extra = {
      z: 1,
      event_type: 'report_ready',
      a: [null, { deep: true }],
      agent: 'Launch agent',
    }
    const { body: sent } = await send(mia, {
      body: '# Hello\n\nIt went **well** <script>alert(1)</script> ![x](http://evil.example/x.png)',
      threadId: 'launch 42/ü',
      _extra,
    })
    await waitForDeliveries(sent.notification_id)
    const mail = smtp.mails.find(({ parsed }) => parsed.html?.includes('Hello'))
    expect(mail?.parsed.html).toContain('<strong')
    expect(mail?.parsed.html).not.toMatch(/<script|<img|evil\.example\/x\.png"[^>]*src/)
    expect(mail?.parsed.html).toContain('Continue the conversation')
    expect(mail?.parsed.html).toContain(`/threads/${encodeURIComponent('launch 42/ü')}`)
    expect(mail?.parsed.text).toContain('It went')
    expect(findHeader(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const card = await get(`/api/v1/notifications/${sent.notification_id}`)
    expect(JSON.stringify(card._extra)).toBe(JSON.stringify(_extra))
    expect(card).toMatchObject({ thread_id: 'launch 42/ü', sender: { name: 'Launch agent' } })
  })

  test('200 the button label: the given one, the thread, or the details', async () => {
    for (const [changes, label, url] of [
      [{ ctaLabel: 'Open it', link: 'https://example.com/x' }, 'Open it', 'https://example.com/x'],
      [{ link: '/boards/launch' }, 'View details', '/boards/launch'],
      [{ threadId: 't' }, 'Continue the conversation', '/threads/t'],
      [{}, 'View details', '/inbox/'],
    ] as const) {
      const { body: sent } = await send(mia, changes)
      const card = await get(`/api/v1/notifications/${sent.notification_id}`)
      expect(card.cta_label).toBe(label)
      expect(card.url).toContain(url)
    }
  })

  test('400 names the field', async () => {
    const stranger = await service.tenant()
    for (const [changes, field] of [
      [{ userId: 'abc' }, 'userId'],
      [{ userId: String(stranger.userId) }, 'userId'],
      [{ userId: 7 }, 'userId'],
      [{ title: '' }, 'title'],
      [{ title: '   ' }, 'title'],
      [{ title: 'x'.repeat(251) }, 'title'],
      [{ message: 'x'.repeat(1001) }, 'message'],
      [{ body: 'x'.repeat(100_001) }, 'body'],
      [{ category: 'agentGossip' }, 'category'],
      [{ link: 'javascript:alert(1)' }, 'link'],
      [{ link: '//evil.example' }, 'link'],
      [{ link: '/\\evil.example' }, 'link'],
      [{ link: 'http://a b' }, 'link'],
      [{ _extra: [] }, '_extra'],
      [{ _extra: { big: 'x'.repeat(70_000) } }, '_extra'],
      [{ question: { kind: 'approval' } }, 'question'],
      [{ category: 'agentNeedsInput', question: { kind: 'choice' } }, 'question.options'],
      [
        { category: 'agentNeedsInput', question: { kind: 'choice', options: ['a', 'a'] } },
        'question.options',
      ],
      [
        {
          category: 'agentNeedsInput',
          question: { kind: 'text', expires_at: '2020-01-01T00:00:00Z' },
        },
        'question.expires_at',
      ],
    ] as const) {
      const answer = await send(mia, changes)
      expect([changes, answer.status, answer.body.errors?.[0]?.path]).toEqual([changes, 400, field])
    }
  })

  test('401, 403 without the scope, 403 for another workspace', async () => {
    expect((await service.call('POST', path, { body: body(mia) })).status).toBe(401)
    const reader = await service.keyWith(mia, ['notifications:read'])
    expect((await send(mia, {}, reader)).body).toMatchObject({
      status: 403,
      code: 'permission_denied',
    })
    const other = await service.tenant()
    const foreign = await send(mia, { workspaceId: String(other.workspaceId) })
    expect(foreign.body).toMatchObject({ status: 403, code: 'workspace_forbidden' })
  })

  test('a title cannot add a header; an address is a single recipient', async () => {
    const { body: sent } = await send(mia, {
      title: 'Hi\r\nBcc: evil@example.com\r\n\r\n<b>x</b>',
      _extra: { agent: '"a, evil" <evil@example.com>\r\nX-Evil: 1' },
    })
    await waitForDeliveries(sent.notification_id)
    const mail = smtp.mails.find(({ parsed }) => parsed.subject?.includes('Bcc: evil@example.com'))
    expect(mail?.recipients).toEqual([mia.email])
    expect(mail?.parsed.bcc ?? []).toEqual([])
    expect(findHeader(mail, 'x-evil')).toBeUndefined()
  })

  test('dry_run chooses and renders, and stores nothing', async () => {
    const answer = await service.call('POST', `${path}?dry_run=true`, {
      key: mia.key,
      body: body(mia, { title: 'Only looking', body: 'Hello **you**', category: 'agentError' }),
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      status: 'dry_run',
      deliveries: [],
      rendered: {
        email: { subject: 'Only looking', html: expect.stringContaining('<strong') },
        chat: { slack: { text: expect.stringContaining('Only looking') } },
        in_app: { title: 'Only looking' },
      },
    })
    expect(
      answer.body.decisions.map((one: { channel: string; decision: string }) => [
        one.channel,
        one.decision,
      ]),
    ).toEqual([
      ['in_app', 'send'],
      ['websocket', 'send'],
      ['email', 'skip'],
      ['chat', 'send'],
      ['push', 'skip'],
    ])
    const found = await service.deps.db
      .system`select from notifications where title = 'Only looking'`
    expect([found, posts]).toEqual([[], []])
  })

  test('the same Idempotency-Key sends once', async () => {
    const call = () =>
      service.call('POST', path, {
        key: mia.key,
        body: body(mia, { title: 'Only once' }),
        headers: { 'idempotency-key': 'once-please' },
      })
    const [first, second] = [await call(), await call()]
    expect(second.body).toEqual(first.body)
    await waitForDeliveries(first.body.notification_id)
    expect(smtp.mails.filter(({ parsed }) => parsed.subject === 'Only once')).toHaveLength(1)
  })
})

describe('a channel that does not work', () => {
  test('is retried, delays only itself, fails with the reason, and can be sent again', async () => {
    const jo = await service.tenant()
    let status = 500
    const broken = await startHttpServer((_request, response) =>
      response.writeHead(status).end('no'),
    )
    await service.call('POST', '/api/v1/chat/webhooks', {
      key: jo.key,
      body: { channel: 'agent-alerts', kind: 'slack', name: 'ops', url: `${broken.url}/hook` },
    })
    const { body: sent } = await send(jo, { category: 'agentError' })
    const forward = async () =>
      (await listReceipts(sent.notification_id, jo)).find(({ target }) => target === 'slack: ops')
    await expect.poll(async () => (await forward())?.reason).toContain('500')
    expect(await forward()).toMatchObject({ status: 'queued', attempts: 1 })
    const inApp = (await listReceipts(sent.notification_id, jo)).find(
      ({ channel }) => channel === 'in_app',
    )
    expect(inApp?.status).toBe('sent')
    status = 404
    await service.skipJobDelays('deliver-chat')
    await expect.poll(async () => (await forward())?.status).toBe('failed')

    const log = await get('/api/v1/notifications/deliveries?status=failed&channel=chat', jo)
    expect(log.results).toMatchObject([{ notification_id: sent.notification_id, attempts: 2 }])
    const failures = async () => {
      const { results } = await get('/api/v1/events?limit=1000', jo)
      return results.filter((one: { type: string }) => one.type === 'delivery.failed').length
    }
    await expect.poll(failures).toBe(1)

    status = 200
    const resend = (id: string, key: string) =>
      service.call('POST', `/api/v1/notifications/deliveries/${id}/resend`, { key })
    const { id } = log.results[0]
    expect((await resend(id, mia.key)).status).toBe(404)
    expect((await resend(id, jo.key)).body).toMatchObject({ status: 'queued' })
    await broken.close()
  })
})
