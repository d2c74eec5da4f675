import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openBrowserSession } from '../../../test/browser-session.ts'
import { telegramToken } from '../../../test/door-servers.ts'
import { handleOnce } from './handle-once.ts'
import { useDoors } from './test-doors.ts'

const sendgrid = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const sendgridKey = sendgrid.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const doors = await useDoors({ sendgridKey })
const { service, mia, ids, apps, waitForQuestion, readMessages } = doors
const { askQuestion, readQuestion, connect, composeReply } = doors
const { slack, telegram, discord } = apps

describe('reminders', () => {
  test('come as a new message in each app, and only that one has buttons', async () => {
    const { question_id: id } = await askQuestion({
      kind: 'approval',
      remind_after_seconds: [3600],
    })
    await waitForQuestion(id)
    const about = () =>
      [slack, telegram, discord].map(({ messages }) =>
        [...messages.values()].map((one) => JSON.stringify(one)).slice(-2),
      )
    service.advance(3601)
    await expect
      .poll(() => about().every(([, last]) => last?.includes('Reminder: Publish')))
      .toBe(true)
    for (const [first, last] of about()) {
      expect(first).toContain('See the reminder below')
      expect(first).not.toContain(`${id}:`)
      expect(last).toContain(`${id}:approved`)
    }
    const answered = await service.call('POST', `/api/v1/questions/${id}/answer`, {
      ...(await openBrowserSession(service, mia)),
      body: { value: 'approved' },
    })
    expect(answered.status, answered.text).toBe(200)
    await expect.poll(() => about().every(([, last]) => last?.includes('answered'))).toBe(true)
    expect([slack, telegram, discord].flatMap(({ mistakes }) => mistakes)).toEqual([])
  })

  test('one that is due while the first message is being sent is sent too', async () => {
    const isDue = Promise.withResolvers<void>()
    slack.beforeReply = () => isDue.promise
    const { question_id: id } = await askQuestion({
      kind: 'approval',
      remind_after_seconds: [3600],
    })
    const known = () => service.deps.db.system<{ connection_id: string }>`
      select connection_id from door_messages where question_id = ${id} and message_id is not null`
    await expect.poll(async () => (await known()).length).toBe(2)
    await expect.poll(() => readMessages()[0]).toContain(id)
    service.advance(3601)
    const isReminded = (at: number) => readMessages()[at]?.includes('Reminder: Publish')
    await expect.poll(() => isReminded(1)).toBe(true)
    slack.beforeReply = undefined
    isDue.resolve()
    await expect.poll(() => isReminded(0)).toBe(true)
  })
})

test('the test of a connection sends a message to the caller alone', async () => {
  const count = telegram.messages.size
  const path = `/api/v1/connections/${ids.telegram}/test`
  const tested = await service.call('POST', path, { key: mia.key })
  expect(tested.body).toMatchObject({ status: 'ok', sent_to: '@mia' })
  expect([...telegram.messages.values()].at(-1)).toMatchObject({
    chat_id: '7',
    text: expect.stringContaining('Test message'),
  })
  const jo = await service.colleague(mia, 'admin')
  expect((await service.call('POST', path, { key: jo.key })).body.sent_to).toBeNull()
  expect(telegram.messages.size).toBe(count + 1)
})

test('Telegram by webhook: its secret token answers, a wrong one does not, and removal ends it', async () => {
  await service.call('DELETE', `/api/v1/connections/${ids.telegram}`, { key: mia.key })
  const id = await connect({
    kind: 'telegram',
    name: 'Bot',
    bot_token: telegramToken,
    delivery: 'webhook',
  })
  const set = telegram.calls.findLast(({ method }) => method.endsWith('setWebhook'))?.body
  expect(new URL(set.url).pathname).toBe(`/api/v1/doors/telegram/${id}`)
  const post = (update: object, secret: string) =>
    service.call('POST', new URL(set.url).pathname, {
      body: update,
      headers: { 'x-telegram-bot-api-secret-token': secret },
    })
  const { body } = await service.call('POST', '/api/v1/me/doors/codes', {
    ...(await openBrowserSession(service, mia)),
    body: { connection_id: id },
  })
  const from = { id: 7, username: 'mia' }
  const message = { from, chat: { id: 7, type: 'private' }, text: `/start ${body.code}` }
  expect((await post({ update_id: 1, message }, set.secret_token)).status).toBe(200)
  const { question_id } = await askQuestion({ kind: 'approval' })
  const press = { update_id: 2, callback_query: { id: 'q', from, data: `${question_id}:approved` } }
  expect((await post(press, `${set.secret_token}x`)).status).toBe(401)
  expect((await readQuestion(question_id)).status).toBe('open')
  expect((await post(press, set.secret_token)).status).toBe(200)
  expect((await post(press, set.secret_token)).status).toBe(200)
  expect((await readQuestion(question_id)).answered_via).toBe('telegram')
  const answered = telegram.calls.filter(({ method }) => method.endsWith('answerCallbackQuery'))
  expect(answered).toHaveLength(1)
  const removed = () =>
    telegram.calls.filter(({ method }) => method.endsWith('deleteWebhook')).length
  const before = removed()
  await service.call('DELETE', `/api/v1/connections/${id}`, { key: mia.key })
  expect(removed()).toBe(before + 1)
})

test('SendGrid: ECDSA over the timestamp and the exact bytes; anything else is refused', async () => {
  const { question_id } = await askQuestion({ kind: 'approval' })
  const raw = composeReply(question_id, 'Yes', { results: '' })
  const to = /^To: (\S+)/m.exec(raw)?.[1] as string
  const form = new FormData()
  form.append('email', raw)
  form.append('envelope', JSON.stringify({ to: [to], from: mia.email }))
  form.append('dkim', '{@example.com : pass}')
  form.append('SPF', 'pass')
  const sent = new Request('http://x', { method: 'POST', body: form })
  const contentType = sent.headers.get('content-type') as string
  const bytes = Buffer.from(await sent.arrayBuffer())
  const now = service.deps.clock().getTime()
  const post = (body: Buffer, { at = now, key = sendgrid.privateKey, signed = body } = {}) => {
    const timestamp = String(Math.floor(at / 1000))
    const payload = Buffer.concat([Buffer.from(timestamp), signed])
    return service.call('POST', '/api/v1/inbound-mail/sendgrid', {
      body: body.toString('latin1'),
      headers: {
        'content-type': contentType,
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': sign('sha256', payload, key).toString('base64'),
      },
    })
  }
  const changed = Buffer.from(bytes.toString('latin1').replace('Yes', 'No!'), 'latin1')
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const refused = [
    await post(changed, { signed: bytes }),
    await post(bytes, { key: stranger }),
    await post(bytes, { at: now - 301_000 }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401])
  expect((await readQuestion(question_id)).status).toBe('open')
  const taken = await post(bytes)
  expect([taken.status, taken.body]).toEqual([200, { status: 'answered' }])
  expect((await post(bytes)).body).toEqual({ status: 'ignored' })
  expect((await readQuestion(question_id)).answered_via).toBe('mail-reply')
})

test('Mailgun: its signature does not cover the mail, so each token counts once', async () => {
  const { question_id } = await askQuestion({ kind: 'approval' })
  const timestamp = String(Math.floor(service.deps.clock().getTime() / 1000))
  const token = 'token-1'
  const signature = createHmac('sha256', 'mailgun-key')
    .update(timestamp + token)
    .digest('hex')
  const post = (raw: string) =>
    service.call('POST', '/api/v1/inbound-mail/mailgun', {
      body: new URLSearchParams({ timestamp, token, signature, 'body-mime': raw }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const checked = (raw: string) =>
    `X-Mailgun-Dkim-Check-Result: Pass\r\nDKIM-Signature: v=1; d=example.com; s=a\r\n${raw}`
  expect((await post(composeReply(question_id, 'Maybe'))).body).toEqual({ status: 'commented' })
  const again = await post(checked(composeReply(question_id, 'Yes')))
  expect([again.status, again.body.detail]).toEqual([401, 'The token was used before.'])
  expect((await readQuestion(question_id)).status).toBe('open')
})

test('an update whose handling fails is handled when it is sent again, and then never again', async () => {
  const { deps } = service
  let times = 0
  const handle = () =>
    handleOnce(deps, 'test', 'update', async () => {
      times++
      if (times === 1) throw new Error('the database is away')
      return times
    })
  await expect(handle()).rejects.toThrow('away')
  expect(await handle()).toEqual({ result: 2 })
  service.advance(120)
  expect(await handle()).toBeUndefined()
  // A process took it and died.
  await deps.db.system`insert into door_updates (scope, update_id, seen_at)
    values ('test', 'lost', ${deps.clock()})`
  const lost = () => handleOnce(deps, 'test', 'lost', async () => 'done')
  expect(await lost()).toBeUndefined()
  service.advance(61)
  expect(await lost()).toEqual({ result: 'done' })
})
