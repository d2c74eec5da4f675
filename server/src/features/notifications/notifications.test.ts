import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../test/harness.ts'
import { startHttp } from '../../../test/local-servers.ts'
import { headerOf, startMailServer } from '../../../test/mail-server.ts'

const smtp = await startMailServer()
const service = useService({
  mail: { smtpUrl: smtp.url, from: 'Atelier <atelier@example.com>', dkim: undefined },
})
const path = '/api/v1/service/agent/notify'

/** The requests to the team's chat. */
const posts: string[] = []
const chat = await startHttp((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    posts.push(body)
    response.end('ok')
  })
})

let mia: Tenant

beforeAll(async () => {
  mia = await service.tenant()
  await service.call('POST', '/api/v1/chat/webhooks', {
    key: mia.key,
    body: { channel: 'agent-alerts', kind: 'slack', name: 'ops', url: `${chat.url}/hook` },
  })
})
beforeEach(() => {
  smtp.mails.length = 0
  posts.length = 0
})
afterAll(async () => {
  await smtp.close()
  await chat.close()
})

function body(of: Tenant, changes: object = {}) {
  return {
    userId: String(of.userId),
    workspaceId: String(of.workspaceId),
    title: 'The report is ready',
    message: 'Reach grew by 12 %.',
    category: 'agentTaskCompleted',
    ...changes,
  }
}

async function send(of: Tenant, changes: object = {}, key = of.key) {
  return service.call('POST', path, { key, body: body(of, changes) })
}

async function get(url: string, { key }: Tenant = mia) {
  const answer = await service.call('GET', url, { key })
  expect([url, answer.status, answer.text]).toEqual([url, 200, answer.text])
  return answer.body
}

async function receipts(id: string, of: Tenant = mia) {
  const { receipts } = await get(`/api/v1/notifications/${id}/receipts`, of)
  return receipts as {
    id: string
    channel: string
    status: string
    reason: string | null
    attempts: number
    target: string
  }[]
}

async function settled(id: string, of: Tenant = mia) {
  const open = async () =>
    (await receipts(id, of)).filter(({ status }) => status === 'queued' || status === 'attempted')
  await expect.poll(open).toEqual([])
  return receipts(id, of)
}

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
    const channels = (await settled(id)).map(({ channel }) => channel)
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
    await settled(sent.notification_id)
    const mail = smtp.mails.find(({ parsed }) => parsed.html?.includes('Hello'))
    expect(mail?.parsed.html).toContain('<strong')
    expect(mail?.parsed.html).not.toMatch(/<script|<img|evil\.example\/x\.png"[^>]*src/)
    expect(mail?.parsed.html).toContain('Continue the conversation')
    expect(mail?.parsed.html).toContain(`/threads/${encodeURIComponent('launch 42/ü')}`)
    expect(mail?.parsed.text).toContain('It went')
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
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
      [{ message: 'The report is ready' }, 'message'],
      [{ body: '\n## the REPORT is ready!\n\nAnd more' }, 'body'],
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
    await settled(sent.notification_id)
    const mail = smtp.mails.find(({ parsed }) => parsed.subject?.includes('Bcc: evil@example.com'))
    expect(mail?.recipients).toEqual([mia.email])
    expect(mail?.parsed.bcc ?? []).toEqual([])
    expect(headerOf(mail, 'x-evil')).toBeUndefined()
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
    await settled(first.body.notification_id)
    expect(smtp.mails.filter(({ parsed }) => parsed.subject === 'Only once')).toHaveLength(1)
  })
})

describe('the list', () => {
  test('filters, counts, marks, snoozes; receipts follow; only your own', async () => {
    const jo = await service.tenant()
    const ids: string[] = []
    for (const category of ['agentNudge', 'agentError', 'agentProgress', 'agentTaskCompleted']) {
      ids.push((await send(jo, { category, title: `One ${category}` })).body.notification_id)
    }
    const [nudge, error, progress] = ids as [string, string, string]
    const listed = async (query: string) =>
      (await get(`/api/v1/notifications${query}`, jo)).results.map((one: { id: string }) => one.id)
    expect(await get('/api/v1/notifications/count', jo)).toEqual({
      unread: 3,
      unseen: 3,
      by_category: { agentNudge: 1, agentError: 1, agentTaskCompleted: 1 },
    })
    expect(await listed('?category=agentNudge')).toEqual([nudge])
    expect(
      (await service.call('GET', `/api/v1/notifications/${progress}`, { key: jo.key })).status,
    ).toBe(404)

    const mark = (id: string, action: string, more = {}, key = jo.key) =>
      service.call('POST', `/api/v1/notifications/${id}/mark`, { key, body: { action, ...more } })
    await mark(nudge, 'seen')
    expect((await receipts(nudge, jo)).find(({ channel }) => channel === 'in_app')?.status).toBe(
      'seen',
    )
    await mark(nudge, 'read')
    expect((await receipts(nudge, jo)).find(({ channel }) => channel === 'in_app')?.status).toBe(
      'read',
    )
    expect(await listed('?unread=false')).toEqual([nudge])
    await mark(nudge, 'unread')
    expect(await listed('?unread=false')).toEqual([])
    await mark(error, 'archive')
    expect(await listed('?archived=true')).toEqual([error])
    expect(await listed('')).not.toContain(error)
    await mark(error, 'unarchive')
    const soon = new Date(service.deps.clock().getTime() + 60_000).toISOString()
    expect((await mark(nudge, 'snooze')).body.errors[0].path).toBe('until')
    await mark(nudge, 'snooze', { until: soon })
    expect(await listed('?snoozed=true')).toEqual([nudge])
    service.advance(61)
    expect(await listed('')).toContain(nudge)

    expect((await mark(nudge, 'read', {}, mia.key)).status).toBe(404)
    const many = await service.call('POST', '/api/v1/notifications/mark', {
      key: mia.key,
      body: { action: 'archive', ids },
    })
    expect(many.body).toEqual({ changed: 0 })
    const all = await service.call('POST', '/api/v1/notifications/mark', {
      key: jo.key,
      body: { action: 'read' },
    })
    expect(all.body).toEqual({ changed: 3 })
    expect((await get('/api/v1/notifications/count', jo)).unread).toBe(0)
  })

  test('a colleague sees neither the card nor the email; the sender sees the receipts', async () => {
    const jo = await service.colleague(mia, 'member')
    const kim = await service.colleague(mia, 'member')
    const { body: sent } = await send(jo, {}, mia.key)
    await settled(sent.notification_id, mia)
    const url = `/api/v1/notifications/${sent.notification_id}`
    expect((await service.call('GET', url, { key: jo.key })).status).toBe(200)
    for (const key of [kim.key, mia.key]) {
      expect((await service.call('GET', url, { key })).status).toBe(404)
    }
    expect((await service.call('GET', `${url}/receipts`, { key: kim.key })).status).toBe(404)
    const [mail] = (await get('/api/v1/mails', jo)).results
    expect(mail).toMatchObject({ status: 'sent', to: jo.email, subject: 'The report is ready' })
    expect((await get(`/api/v1/mails/${mail.id}`, jo)).html).toContain('The report is ready')
    expect((await service.call('GET', `/api/v1/mails/${mail.id}`, { key: mia.key })).status).toBe(
      404,
    )
  })

  test('the email as a page: as sent, without permission to do anything', async () => {
    const jo = await service.colleague(mia, 'member')
    const { body: sent } = await send(jo, { title: 'As it was sent' }, mia.key)
    await settled(sent.notification_id, mia)
    const [mail] = (await get('/api/v1/mails', jo)).results
    const url = `/api/v1/mails/${mail.id}/page`
    const page = await service.call('GET', url, { key: jo.key })
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toBe((await get(`/api/v1/mails/${mail.id}`, jo)).html)
    expect(page.text).toContain('As it was sent')
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
    )
    expect((await service.call('GET', url)).status).toBe(401)
    const mayNotRead = await service.keyWith(jo, ['notifications:write'])
    expect((await service.call('GET', url, { key: mayNotRead })).status).toBe(403)
    const others = await service.call('GET', url, { key: mia.key })
    expect([others.status, others.body.code]).toEqual([404, 'mail_not_found'])
  })
})

describe('preferences', () => {
  const preferences = '/api/v1/notifications/preferences'

  test('a channel that is switched off gets nothing, and the sender gets the reason', async () => {
    const jo = await service.tenant()
    const patch = (changes: object) =>
      service.call('PATCH', preferences, { key: jo.key, body: changes })
    expect(
      (await patch({ categories: { agentNudge: { email: false } } })).body.categories.agentNudge
        .email,
    ).toBe(false)
    const { body: sent } = await send(jo, { category: 'agentNudge' })
    expect(sent.deliveries.map((one: { channel: string }) => one.channel)).toEqual([
      'in_app',
      'websocket',
    ])
    expect(sent.skipped).toContainEqual({ channel: 'email', reason: 'the person switched it off' })
    for (const [changes, field] of [
      [{ categories: { agentProgress: { email: false } } }, 'categories.agentProgress.email'],
      [{ categories: { nonsense: { email: false } } }, 'categories.nonsense'],
      [{ categories: { agentNeedsInput: { in_app: false } } }, 'categories.agentNeedsInput.in_app'],
      [{ quiet_hours: { start: '22:00', end: '22:00' } }, 'quiet_hours'],
      [{ quiet_hours: { start: '25:00', end: '22:00' } }, 'quiet_hours.start'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
    ] as const) {
      const answer = await patch(changes)
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, field])
    }
  })

  test('quiet hours delay an email until they end', async () => {
    const jo = await service.tenant()
    const now = service.deps.clock()
    const clock = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(11, 16)
    await service.call('PATCH', preferences, {
      key: jo.key,
      body: { quiet_hours: { start: clock(-60_000), end: clock(3_600_000) }, timezone: 'UTC' },
    })
    const { body: sent } = await send(jo, { category: 'agentNudge' })
    const [mail] = (await receipts(sent.notification_id, jo)).filter(
      ({ channel }) => channel === 'email',
    )
    expect(mail).toMatchObject({ status: 'queued', reason: 'quiet hours', attempts: 0 })
    const { body: asked } = await send(jo, { category: 'agentNeedsInput' })
    await settled(asked.notification_id, jo)
    expect(smtp.mails).toHaveLength(1)
  })

  test('many nudges become one email if the person wants a digest', async () => {
    const jo = await service.tenant()
    await service.call('PATCH', preferences, {
      key: jo.key,
      body: { digest: { categories: ['agentNudge', 'agentProgress'], after: 2, minutes: 10 } },
    })
    const sent: string[] = []
    for (let at = 1; at <= 5; at++) {
      const { body: one } = await send(jo, { category: 'agentNudge', title: `Nudge number ${at}` })
      sent.push(one.notification_id)
    }
    for (const id of sent.slice(0, 2)) await settled(id, jo)
    expect(smtp.mails.map(({ parsed }) => parsed.subject).sort()).toEqual([
      'Nudge number 1',
      'Nudge number 2',
    ])
    const waiting = (await receipts(sent[4] as string, jo)).find(
      ({ channel }) => channel === 'email',
    )
    expect(waiting).toMatchObject({ status: 'queued', reason: expect.stringContaining('digest') })
    // Ten minutes is too long for a test, so the digest jobs become due now.
    await service.hurryJobs('deliver-digest')
    for (const id of sent) await settled(id, jo)
    expect(smtp.mails).toHaveLength(3)
    const digest = smtp.mails[2]
    for (const at of [3, 4, 5]) expect(digest?.parsed.text).toContain(`Nudge number ${at}`)
    expect(
      (await receipts(sent[4] as string, jo)).find(({ channel }) => channel === 'email'),
    ).toMatchObject({
      status: 'sent',
      reason: 'in a digest of 3',
    })
  })

  test('unsubscribing: a page that asks, a form that does it, one click by a mail program', async () => {
    const jo = await service.tenant()
    await settled((await send(jo, { category: 'agentNudge' })).body.notification_id, jo)
    const header = headerOf(smtp.mails[0], 'list-unsubscribe') as string
    const link = new URL(header.slice(1, -1)).pathname
    const page = await service.call('GET', link)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Stop these emails')
    expect((await get(preferences, jo)).categories.agentNudge.email).toBe(true) // viewing has no effect
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const done = await service.call('POST', link, {
      body: 'List-Unsubscribe=One-Click',
      headers: form,
    })
    expect(done.status).toBe(200)
    expect((await get(preferences, jo)).categories).toMatchObject({
      agentNudge: { email: false, in_app: true },
      agentTaskCompleted: { email: true },
    })
    expect((await service.call('GET', `${link}x`)).status).toBe(404)
    expect(
      (await service.call('POST', '/unsubscribe/nonsense', { body: '', headers: form })).status,
    ).toBe(404)
  })
})

describe('a channel that does not work', () => {
  test('is retried, delays only itself, fails with the reason, and can be sent again', async () => {
    const jo = await service.tenant()
    let status = 500
    const broken = await startHttp((_request, response) => response.writeHead(status).end('no'))
    await service.call('POST', '/api/v1/chat/webhooks', {
      key: jo.key,
      body: { channel: 'agent-alerts', kind: 'slack', name: 'ops', url: `${broken.url}/hook` },
    })
    const { body: sent } = await send(jo, { category: 'agentError' })
    const forward = async () =>
      (await receipts(sent.notification_id, jo)).find(({ target }) => target === 'slack: ops')
    await expect.poll(async () => (await forward())?.reason).toContain('500')
    expect(await forward()).toMatchObject({ status: 'queued', attempts: 1 })
    const inApp = (await receipts(sent.notification_id, jo)).find(
      ({ channel }) => channel === 'in_app',
    )
    expect(inApp?.status).toBe('sent')
    status = 404
    await service.hurryJobs('deliver-chat')
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
