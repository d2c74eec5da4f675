import { describe, expect, test } from 'vitest'
import { openBrowserSession } from '../../../test/browser-session.ts'
import { expectStatus, type Tenant, useService, useTenant } from '../../../test/harness.ts'
import { startHttpServer } from '../../../test/local-servers.ts'
import { notify } from '../../../test/notify.ts'
import { expireQuestions } from './answer/end-question.ts'

/** Without a mail server: emails are captured, and the tests read their links from there. */
const service = useService()
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const mia = useTenant(service)

async function ask(of: Tenant, question: object, more: object = {}) {
  const changes = { title: 'Shall we start on Monday?', category: 'agentNeedsInput', question }
  const { body } = await notify(service, of, { ...changes, ...more })
  return body as { question_id: string; thread_id: string; notification_id: string }
}

const answer = (id: string, { token }: Tenant, value: string, comment?: string) =>
  service.call('POST', `/api/v1/questions/${id}/answer`, {
    token,
    body: { value, ...(comment && { comment }) },
  })

const listAnswers = (thread: string, query = '', key = mia.key) =>
  service.call('GET', `/api/v1/threads/${encodeURIComponent(thread)}/answers${query}`, { key })

/** The link to the answer page in the email. */
async function findLink(of: Tenant, notificationId: string): Promise<string> {
  let html = ''
  await expect
    .poll(async () => {
      const { body } = await service.call(
        'GET',
        `/api/v1/notifications/${notificationId}/receipts`,
        { key: of.key },
      )
      return body.receipts.find((one: { channel: string }) => one.channel === 'email')?.status
    })
    .toBe('captured')
  const { body: mails } = await service.call('GET', '/api/v1/mails', { key: of.key })
  for (const { id } of mails.results) {
    const mail = await service.call(
      'GET',
      `/api/v1/mails/${id}`,
      await openBrowserSession(service, of),
    )
    html = mail.body.html
    const link = /https?:\/\/[^"]*(\/answer\/[\w.-]+)/.exec(html)?.[1]
    if (link) return link
  }
  throw new Error('no mail has a link to answer')
}

describe('answering by API', () => {
  test('each kind accepts matching answers, and the agent can read them', async () => {
    const approval = await ask(mia, { kind: 'approval' })
    expect((await answer(approval.question_id, mia, 'maybe')).body.errors[0].path).toBe('value')
    const done = await answer(approval.question_id, mia, 'approved', 'Good work.')
    expect(done.body).toMatchObject({
      status: 'answered',
      answer: { value: 'approved', comment: 'Good work.' },
      answered_by: { id: mia.userId },
    })
    const { body } = await listAnswers(approval.thread_id)
    expect(body).toMatchObject({
      open_questions: 0,
      results: [
        { question_id: approval.question_id, status: 'answered', answer: { value: 'approved' } },
      ],
    })
    const choice = await ask(mia, {
      kind: 'choice',
      options: ['red', { value: 'b', label: 'Blue' }],
    })
    expect((await answer(choice.question_id, mia, 'Blue')).status).toBe(400)
    expect((await answer(choice.question_id, mia, 'b')).status).toBe(200)
    const text = await ask(mia, { kind: 'text' })
    expect((await answer(text.question_id, mia, '  ')).status).toBe(400)
    expect((await answer(text.question_id, mia, 'On Tuesday, please.')).status).toBe(200)
    const { body: receipts } = await service.call(
      'GET',
      `/api/v1/notifications/${text.notification_id}/receipts`,
      { key: mia.key },
    )
    expect(
      receipts.receipts.find((one: { channel: string }) => one.channel === 'in_app').status,
    ).toBe('answered')
  })

  test('of concurrent answers one wins; the others learn whose', async () => {
    const jo = await service.colleague(mia, 'admin')
    for (let round = 0; round < 5; round++) {
      const { question_id, thread_id } = await ask(mia, {
        kind: 'choice',
        options: ['a', 'b', 'c'],
      })
      const tries = [
        [mia, 'a'],
        [jo, 'b'],
        [mia, 'c'],
        [jo, 'a'],
      ] as const
      const answers = await Promise.all(
        tries.map(([person, value]) => answer(question_id, person, value)),
      )
      const won = answers.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      const winner = won[0]?.body
      for (const { status, body } of answers) {
        if (status === 200) continue
        expect([status, body.code]).toEqual([409, 'question_answered'])
        expect(body.detail).toContain(winner.answered_by.name)
        expect(body.detail).toContain(winner.answer.value)
      }
      const { body } = await listAnswers(thread_id)
      expect(body.results.map((one: { answer: unknown }) => one.answer)).toEqual([winner.answer])
      const events = await service.deps.db.system`select from events
        where type = 'question.answered' and object ->> 'id' = ${question_id}`
      expect(events).toHaveLength(1)
    }
  })

  test('allowed for the person asked and administrators; for everyone if it says so', async () => {
    const jo = await service.colleague(mia, 'member')
    const stranger = await service.tenant()
    const { question_id } = await ask(mia, { kind: 'approval' })
    for (const person of [jo, stranger]) {
      expect((await answer(question_id, person, 'approved')).status).toBe(404)
      const { token } = person
      await expectStatus(404, service.call('GET', `/api/v1/questions/${question_id}`, { token }))
    }
    const open = await ask(mia, { kind: 'approval', answerable_by: 'anyone' })
    expect((await answer(open.question_id, jo, 'rejected')).status).toBe(200)
    expect((await answer(open.question_id, stranger, 'approved')).status).toBe(404)
  })

  test('withdrawn and expired questions accept no answer, and the agent is notified', async () => {
    const withdrawn = await ask(mia, { kind: 'approval' }, { threadId: 'plans' })
    const cancel = (key: string) =>
      service.call('POST', `/api/v1/questions/${withdrawn.question_id}/cancel`, { key })
    const jo = await service.colleague(mia, 'admin')
    expect((await cancel(jo.key)).status).toBe(404)
    expect((await cancel(mia.key)).status).toBe(200)
    expect((await answer(withdrawn.question_id, mia, 'approved')).status).toBe(410)
    const expires_at = new Date(service.deps.clock().getTime() + 5000).toISOString()
    const expiring = await ask(mia, { kind: 'approval', expires_at }, { threadId: 'plans' })
    service.advance(6)
    expect((await answer(expiring.question_id, mia, 'approved')).body.code).toBe('question_expired')
    await expireQuestions(service.deps)
    const { body } = await listAnswers('plans')
    expect(body.results.map((one: { status: string }) => one.status)).toEqual([
      'cancelled',
      'expired',
    ])
    expect((await listAnswers('plans', `?after=${body.last_seq}`)).body.results).toEqual([])
  })
})

describe('waiting for an answer', () => {
  test('a long poll ends with the answer, or empty after the timeout', async () => {
    const { question_id, thread_id } = await ask(mia, { kind: 'approval' })
    const empty = await listAnswers(thread_id, '?wait=1')
    expect(empty.body).toEqual({ results: [], open_questions: 1, last_seq: 0 })
    const waiting = listAnswers(thread_id, '?wait=30')
    await expectStatus(200, answer(question_id, mia, 'approved'))
    expect((await waiting).body.results[0].answer.value).toBe('approved')
    const sender = await service.keyWith(mia, ['notifications:send'])
    expect((await listAnswers(thread_id, '', sender)).status).toBe(200)
    const other = await service.keyWith(mia, ['tasks:read'])
    expect((await listAnswers(thread_id, '', other)).status).toBe(403)
    expect((await listAnswers('no such thread')).status).toBe(404)
  })

  test('server-sent events and a signed webhook deliver it too', async () => {
    const calls: { headers: object; body: string }[] = []
    const receiver = await startHttpServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        calls.push({ headers: request.headers, body })
        response.end()
      })
    })
    const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { question_id, thread_id } = await ask(mia, { kind: 'text', webhook_url: receiver.url })
    const response = await fetch(`${baseUrl}/api/v1/threads/${thread_id}/answers`, {
      headers: { authorization: `Api-Key ${mia.key}`, accept: 'text/event-stream' },
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    await expectStatus(200, answer(question_id, mia, 'On Tuesday'))
    let seen = ''
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      seen += new TextDecoder().decode(chunk)
      if (seen.includes('On Tuesday')) break
    }
    expect(seen).toContain('event: question.answered')
    await expect.poll(() => calls.length).toBe(1)
    expect(calls[0]?.headers).toMatchObject({ 'webhook-id': `question_${question_id}` })
    expect(JSON.parse(calls[0]?.body as string)).toMatchObject({
      type: 'question.answered',
      data: { answer: { value: 'On Tuesday' } },
    })
    await receiver.close()
  })
})

describe('the link in the mail', () => {
  test('opens a page that changes nothing; its form answers, once', async () => {
    const jo = await service.tenant()
    const { question_id, notification_id, thread_id } = await ask(
      jo,
      { kind: 'approval' },
      { body: 'The **whole** story, and [a picture](/assets/1).' },
    )
    const link = await findLink(jo, notification_id)
    const page = await service.call('GET', `${link}?value=rejected`)
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain("form-action 'self'")
    expect(page.text).toContain('Shall we start on Monday?')
    expect(page.text).toContain(`/assets/1?workspace=${jo.workspaceId}`)
    const read = () => service.call('GET', `/api/v1/questions/${question_id}`, { key: jo.key })
    expect((await read()).body).toMatchObject({
      status: 'open',
      body: 'The **whole** story, and [a picture](/assets/1).',
    })
    await expectStatus(400, service.call('POST', link, { body: 'value=perhaps', headers: form }))
    const sent = await service.call('POST', link, {
      body: 'value=rejected&comment=Not+yet',
      headers: form,
    })
    expect([sent.status, sent.text.includes('Thank you')]).toEqual([200, true])
    expect((await read()).body).toMatchObject({
      status: 'answered',
      answer: { value: 'rejected', comment: 'Not yet' },
      answered_via: 'mail',
      answered_by: { id: jo.userId, kind: 'user' },
    })
    const again = await service.call('POST', link, { body: 'value=approved', headers: form })
    expect([again.status, again.text.includes('Already answered')]).toEqual([409, true])
    expect((await service.call('GET', link)).text).toContain('Already answered')
    expect((await listAnswers(thread_id, '', jo.key)).body.results).toHaveLength(1)
  })

  test('does not work if cut off, changed, or of a person who left', async () => {
    const jo = await service.colleague(mia, 'member')
    const { body } = await service.call('POST', '/api/v1/service/agent/notify', {
      key: mia.key,
      body: {
        userId: String(jo.userId),
        workspaceId: String(mia.workspaceId),
        title: '<img src=x onerror=alert(1)>',
        message: '<script>alert(1)</script>',
        category: 'agentNeedsInput',
        question: { kind: 'choice', options: ['"><script>alert(1)</script>', 'b'] },
      },
    })
    const link = await findLink(jo, body.notification_id)
    const page = await service.call('GET', link)
    expect(page.text).not.toMatch(/<script|<img/)
    for (const bad of [
      link.slice(0, -1),
      link.replace('/answer/', '/answer/x'),
      '/answer/a.b',
      '/answer/%00',
    ]) {
      expect([bad, (await service.call('GET', bad)).status]).toEqual([bad, 404])
    }
    await service.call('DELETE', `/api/v1/workspaces/members/${jo.userId}`, { key: mia.key })
    expect((await service.call('GET', link)).status).toBe(404)
  })
})
