import { describe, expect, test } from 'vitest'
import { expectStatus, type Tenant } from '../../../test/harness.ts'
import { useNotifications } from './test-notifications.ts'

const { service, mia, send, get, listReceipts, waitForDeliveries } = await useNotifications()

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
    expect(
      (await listReceipts(nudge, jo)).find(({ channel }) => channel === 'in_app')?.status,
    ).toBe('seen')
    await mark(nudge, 'read')
    expect(
      (await listReceipts(nudge, jo)).find(({ channel }) => channel === 'in_app')?.status,
    ).toBe('read')
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
    await waitForDeliveries(sent.notification_id, mia)
    const url = `/api/v1/notifications/${sent.notification_id}`
    expect((await service.call('GET', url, { key: jo.key })).status).toBe(200)
    for (const key of [kim.key, mia.key]) {
      expect((await service.call('GET', url, { key })).status).toBe(404)
    }
    expect((await service.call('GET', `${url}/receipts`, { key: kim.key })).status).toBe(404)
    const [mail] = (await get('/api/v1/mails', jo)).results
    expect(mail).toMatchObject({ status: 'sent', to: jo.email, subject: 'The report is ready' })
    expect((await get(`/api/v1/mails/${mail.id}`, jo)).html).toContain('The report is ready')
    await expectStatus(404, service.call('GET', `/api/v1/mails/${mail.id}`, { key: mia.key }))
  })

  test('the email as a page: as sent, without permission to do anything', async () => {
    const jo = await service.colleague(mia, 'member')
    const { body: sent } = await send(jo, { title: 'As it was sent' }, mia.key)
    await waitForDeliveries(sent.notification_id, mia)
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

const answer = (id: string, { token }: Tenant, value: string) =>
  service.call('POST', `/api/v1/questions/${id}/answer`, { token, body: { value } })

describe('threads', () => {
  test('a conversation: notification, answer, message, in order; only for participants', async () => {
    const agent = await service.colleague(mia, 'member')
    const jo = await service.colleague(mia, 'member')
    const { body: sent } = await service.call('POST', '/api/v1/service/agent/notify', {
      key: agent.key,
      body: {
        userId: String(jo.userId),
        workspaceId: String(mia.workspaceId),
        title: 'Which colour?',
        message: 'For the poster.',
        category: 'agentNeedsInput',
        threadId: 'poster',
        question: { kind: 'text' },
      },
    })
    await expectStatus(200, answer(sent.question_id, jo, 'Green'))
    const write = (key: string, text: string) =>
      service.call('POST', '/api/v1/threads/poster/messages', { key, body: { text } })
    expect((await write(agent.key, 'Thank you')).status).toBe(201)
    const stranger = await service.tenant()
    const bystander = await service.colleague(mia, 'member')
    for (const { key } of [stranger, bystander]) {
      expect((await write(key, 'Hello?')).status).toBe(404)
      expect((await service.call('GET', '/api/v1/threads/poster', { key })).status).toBe(404)
    }
    for (const { key } of [jo, agent]) {
      const { body } = await service.call('GET', '/api/v1/threads/poster', { key })
      expect(
        body.entries.map((one: { kind: string; text: string }) => [one.kind, one.text]),
      ).toEqual([
        ['notification', 'For the poster.'],
        ['answer', 'Green'],
        ['message', 'Thank you'],
      ])
    }
    const { body: list } = await service.call('GET', '/api/v1/threads', { key: jo.key })
    expect(list.results).toMatchObject([
      { id: 'poster', title: 'Which colour?', open_questions: 0 },
    ])
  })

  test('a muted one appears only in the list', async () => {
    const jo = await service.tenant()
    const notifyInThread = (threadId = 'noise') =>
      service.call('POST', '/api/v1/service/agent/notify', {
        key: jo.key,
        body: {
          userId: String(jo.userId),
          workspaceId: String(jo.workspaceId),
          title: 'Again',
          message: 'And again.',
          category: 'agentNudge',
          threadId,
        },
      })
    await notifyInThread()
    await notifyInThread('news')
    const listed = async (query: string, key = jo.key) => {
      const { body } = await service.call('GET', `/api/v1/threads?${query}`, { key })
      return [body.count, ...body.results.map(({ id }: { id: string }) => id)]
    }
    expect(await listed('muted=true')).toEqual([0])
    const mute = (method: string) =>
      service.call(method, '/api/v1/threads/noise/mute', { key: jo.key })
    expect((await mute('PUT')).body).toEqual({ thread_id: 'noise', muted: true })
    const { body: muted } = await notifyInThread()
    expect(muted.deliveries).toEqual([{ channel: 'in_app', status: 'sent' }])
    expect(await listed('muted=true')).toEqual([1, 'noise'])
    expect(await listed('muted=false')).toEqual([1, 'news'])
    expect(await listed('')).toEqual([2, 'noise', 'news'])
    const owner = await service.colleague(jo, 'admin')
    expect(await listed('muted=true', owner.key)).toEqual([0])
    const wrong = await service.call('GET', '/api/v1/threads?muted=some', { key: jo.key })
    expect(wrong.status).toBe(400)
    const { body: count } = await service.call('GET', '/api/v1/notifications/count', {
      key: jo.key,
    })
    expect(count).toMatchObject({ unread: 3, unseen: 2 })
    await mute('DELETE')
    expect((await notifyInThread()).body.deliveries).toHaveLength(3)
  })
})
