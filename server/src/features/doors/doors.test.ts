import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { compactVerify, createLocalJWKSet } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openBrowserSession } from '../../../test/browser-session.ts'
import { slackHeaders } from '../../../test/door-servers.ts'
import { expectStatus } from '../../../test/harness.ts'
import { startImap } from '../../../test/imap-server.ts'
import { useDoors } from './test-doors.ts'

const doors = await useDoors()
const { service, mia, ids, apps, warnings, readMessages, waitForQuestion, waitForMessageIds } =
  doors
const { connect, createLinkCode, fromSlack, fromTelegram, fromDiscord, press, submitModal } = doors
const { composeReply, sendMailReply, askQuestion, readQuestion } = doors
const { slack, telegram, discord } = apps

beforeEach(() => {
  warnings.length = 0
})

describe('one question, many doors', () => {
  test('answered at the same moment through five doors: one answer, all show it, one receipt', async () => {
    const { question_id: id } = await askQuestion({ kind: 'approval' })
    await waitForQuestion(id)
    const browser = await openBrowserSession(service, mia)
    press.telegram(id, 'approved')
    await Promise.all([
      service.call('POST', `/api/v1/questions/${id}/answer`, {
        ...browser,
        body: { value: 'rejected' },
      }),
      press.slack(id, 'approved'),
      press.discord(id, 'rejected'),
      sendMailReply(id, 'Yes\nGo ahead'),
    ])
    await expect
      .poll(() => telegram.calls.some(({ method }) => method.endsWith('answerCallbackQuery')))
      .toBe(true)
    const question = await readQuestion(id)
    expect(question.status).toBe('answered')
    const events = await service.deps.db.system`select from events
      where type = 'question.answered' and object ->> 'id' = ${id}`
    expect(events).toHaveLength(1)
    await expect
      .poll(() => readMessages().every((text) => text?.includes('Test Person answered')))
      .toBe(true)
    const { value } = question.answer
    expect(readMessages().every((text) => text?.includes(value) && !text.includes(`${id}:`))).toBe(
      true,
    )

    const receipt = await service.call('GET', `/api/v1/questions/${id}/receipt`, { key: mia.key })
    const again = await service.call('GET', `/api/v1/questions/${id}/receipt`, { key: mia.key })
    expect([receipt.status, again.text]).toEqual([200, receipt.text])
    const keys = createLocalJWKSet(
      (await service.call('GET', '/.well-known/atelier-keys.json')).body,
    )
    const { payload } = await compactVerify(receipt.text, keys)
    expect(JSON.parse(Buffer.from(payload).toString())).toMatchObject({
      question_id: id,
      workspace_id: mia.workspaceId,
      answer: { value },
      answered_by: { id: mia.userId, name: 'Test Person' },
      door: question.answered_via,
    })
    const [head, body = '', signature] = receipt.text.split('.')
    const other = Buffer.from(
      Buffer.from(body, 'base64url')
        .toString()
        .replace(value, value === 'approved' ? 'rejected' : 'approved'),
    )
    const forged = [head, other.toString('base64url'), signature].join('.')
    await expect(compactVerify(forged, keys)).rejects.toThrow()
    expect(apps.slack.mistakes.concat(telegram.mistakes, discord.mistakes)).toEqual([])
  })

  test('a form in Slack: the modal is valid, mistakes come back to their fields', async () => {
    const fields = {
      type: 'object',
      properties: {
        budget: { type: 'integer', minimum: 1, title: 'Budget' },
        channel: { type: 'string', enum: ['mail', 'print'] },
        urgent: { type: 'boolean' },
      },
      required: ['budget'],
    }
    const { question_id: id } = await askQuestion({ kind: 'form', fields })
    await expect.poll(() => readMessages()[0]?.includes(id)).toBe(true)
    const user = { id: 'UMIA' }
    const base = { team: { id: 'T1' }, user }
    await fromSlack({
      ...base,
      type: 'block_actions',
      trigger_id: 't',
      actions: [{ action_id: 'form', value: id }],
    })
    const { view } = slack.calls.findLast(({ method }) => method === 'views.open')?.body ?? {}
    expect(view.blocks.map((block: { block_id?: string }) => block.block_id)).toContain(
      'field:budget',
    )
    const submit = (budget: string) =>
      submitModal(view.private_metadata, {
        'field:budget': { v: { value: budget } },
        'field:channel': { v: { selected_option: { value: 'print' } } },
        'field:urgent': { v: { selected_option: null } },
        comment: { v: { value: null } },
      })
    const bad = await submit('many')
    expect(bad.body).toEqual({
      response_action: 'errors',
      errors: { 'field:budget': 'must be a whole number' },
    })
    expect((await submit('400')).body).toEqual({ response_action: 'clear' })
    expect((await readQuestion(id)).answer.value).toEqual({ budget: 400, channel: 'print' })
  })

  test('a rate limit delays the message', async () => {
    slack.limitNext = { times: 1, seconds: 1 }
    const { question_id: id } = await askQuestion({ kind: 'choice', options: ['red', 'blue'] })
    await expect.poll(() => slack.limitNext.times).toBe(0)
    await expect.poll(() => readMessages()[0]?.includes(id)).toBe(true)
    await press.slack(id, '1')
    expect((await readQuestion(id)).answer.value).toBe('blue')
  })

  test('a reply with numbers in Telegram answers a multiple choice', async () => {
    const options = ['Mail', 'Print', 'Web']
    const { question_id: id } = await askQuestion({ kind: 'multi_choice', options })
    const sent = () =>
      [...telegram.messages.entries()].findLast(([, one]) => one.text.includes('1. Mail'))
    await expect.poll(() => sent() !== undefined).toBe(true)
    await waitForMessageIds(id)
    const reply = { message_id: 900, from: { id: 7 }, chat: { id: 7, type: 'private' } }
    const reply_to_message = { message_id: Number(sent()?.[0]) }
    fromTelegram({ message: { ...reply, text: '3, 1', reply_to_message } })
    await expect.poll(async () => (await readQuestion(id)).answer?.value).toEqual(['Web', 'Mail'])
  })
})

describe('without a public URL', () => {
  test('Slack by Socket Mode: envelopes are acknowledged and answer once', async () => {
    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    await once(sockets, 'listening')
    slack.socketUrl = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`
    const opened = once(sockets, 'connection')
    const id = await connect({
      kind: 'slack',
      name: 'Socket',
      bot_token: 'xoxb-test-token',
      app_token: 'xapp-test-token',
    })
    const [socket] = (await opened) as [WebSocket]
    const acks: { envelope_id: string; payload?: { text: string } }[] = []
    socket.on('message', (data) => acks.push(JSON.parse(String(data))))
    const send = (type: string, envelope_id: string, payload: object) =>
      socket.send(
        JSON.stringify({
          type,
          envelope_id,
          payload: { team: { id: 'T1' }, team_id: 'T1', ...payload },
        }),
      )
    const text = `link ${await createLinkCode(mia, id)}`
    send('slash_commands', 'e1', { command: '/atelier', text, user_id: 'USOCK', user_name: 'mia' })
    await expect.poll(() => acks[0]?.payload?.text).toContain('Connected')
    const { question_id } = await askQuestion({ kind: 'approval' })
    const actions = [{ action_id: 'answer:0', value: `${question_id}:approved` }]
    for (let times = 0; times < 2; times++) {
      send('interactive', 'e2', { type: 'block_actions', user: { id: 'USOCK' }, actions })
    }
    await expect.poll(() => acks.filter(({ envelope_id }) => envelope_id === 'e2').length).toBe(2)
    expect((await readQuestion(question_id)).answered_via).toBe('slack')
    await service.call('DELETE', `/api/v1/connections/${id}`, { key: mia.key })
    socket.terminate()
    await new Promise((resolve) => sockets.close(resolve))
  })

  test('a mailbox by IMAP: the reply answers and is marked as read', async () => {
    const imap = await startImap('mia', 'secret')
    const { question_id } = await askQuestion({ kind: 'approval' })
    imap.mails.push({ raw: composeReply(question_id, 'Yes'), isSeen: false })
    const wrong = { kind: 'imap', name: 'Mail', url: imap.url.replace('secret', 'guess') }
    const refused = await service.call('POST', '/api/v1/connections', { key: mia.key, body: wrong })
    expect([refused.status, refused.body.detail]).toEqual([
      502,
      expect.stringContaining('refused the user'),
    ])
    const id = await connect({
      kind: 'imap',
      name: 'Mail',
      url: imap.url,
      authserv_id: 'mx.example.com',
    })
    await expect.poll(async () => (await readQuestion(question_id)).answered_via).toBe('mail-reply')
    await expect.poll(() => imap.mails[0]?.isSeen).toBe(true)
    await service.call('DELETE', `/api/v1/connections/${id}`, { key: mia.key })
    await imap.close()
  })
})

describe('forgeries answer nothing, and the log says why', () => {
  test('wrong, old and repeated signatures; other accounts; unproven mails', async () => {
    const { question_id: id, thread_id } = await askQuestion({ kind: 'approval' })
    await waitForQuestion(id)
    const payload = {
      type: 'block_actions',
      team: { id: 'T1' },
      user: { id: 'UMIA' },
      actions: [{ action_id: 'answer:0', value: `${id}:approved` }],
    }
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
    const url = `/api/v1/doors/slack/${ids.slack}`
    const now = service.deps.clock()
    const old = new Date(now.getTime() - 301_000)
    for (const headers of [
      slackHeaders(body, now, 'another secret'),
      slackHeaders(body, old),
      { 'content-type': 'application/x-www-form-urlencoded' },
    ]) {
      expect((await service.call('POST', url, { body, headers })).status).toBe(401)
    }
    const ping = { type: 1 }
    expect((await fromDiscord(ping)).body).toEqual({ type: 1 })
    const stolen = discord.headersFor('{}', now)
    await expectStatus(401, fromDiscord({ type: 3, user: { id: 'DMIA' }, data: {} }, stolen))
    const hook = `/api/v1/doors/telegram/${ids.telegram}`
    const secret = { 'x-telegram-bot-api-secret-token': 'guess' }
    await expectStatus(401, service.call('POST', hook, { body: { update_id: 1 }, headers: secret }))

    await press.slack(id, 'approved', 'UOTHER')
    await press.discord(id, 'approved', 'DOTHER')
    const alerts = () => telegram.calls.filter(({ body: sent }) => sent?.show_alert).length
    const before = alerts()
    press.telegram(id, 'approved', 666)
    await expect.poll(alerts).toBe(before + 1)

    const mails = [
      await sendMailReply(id, 'yes', { results: '' }),
      await sendMailReply(id, 'yes', { results: 'dkim=fail header.d=example.com; spf=softfail' }),
      await sendMailReply(id, 'yes', { results: 'dkim=pass header.d=evil.example' }),
      await sendMailReply(id, 'yes', { from: 'eve@example.com' }),
    ]
    expect(mails.map(({ body: { status } }) => status)).toEqual(Array(4).fill('commented'))
    expect((await readQuestion(id)).status).toBe('open')
    const { body: thread } = await service.call('GET', `/api/v1/threads/${thread_id}`, {
      key: mia.key,
    })
    expect(JSON.stringify(thread)).toContain('Unconfirmed email from eve@example.com')

    const reasons = warnings.map(({ reason }) => reason)
    for (const reason of [
      'its signature is wrong',
      'its timestamp is more than five minutes off',
      'it is not signed',
      'its secret token is wrong',
      'the account is not linked',
      'the sender is not the recipient',
      'neither DKIM nor SPF passed for the sender’s domain',
    ]) {
      expect(reasons).toContain(reason)
    }

    // The same request is taken once.
    const headers = slackHeaders(body, now)
    expect((await service.call('POST', url, { body, headers })).status).toBe(200)
    expect((await service.call('POST', url, { body, headers })).status).toBe(401)
    expect((await readQuestion(id)).answered_via).toBe('slack')
  })

  test('a repeated mail is ignored, a wrong password is refused, and codes work once', async () => {
    const { question_id: id } = await askQuestion({ kind: 'text' })
    const sent = { id: '<same@example.com>' }
    expect((await sendMailReply(id, 'On Tuesday\n--\nMia', sent)).body.status).toBe('answered')
    expect((await sendMailReply(id, 'On Friday', sent)).body.status).toBe('ignored')
    expect((await readQuestion(id)).answer.value).toBe('On Tuesday')
    expect((await readQuestion(id)).answered_via).toBe('mail-reply')
    const refused = await service.call('POST', '/api/v1/inbound-mail/postmark', {
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: 'Basic eDp5' },
    })
    expect(refused.status).toBe(401)
    const jo = await service.colleague(mia, 'member')
    const guess = await fromSlack({
      command: '/atelier',
      text: 'link AAAAAAAAAA',
      user_id: 'UJO',
      team_id: 'T1',
    })
    expect(guess.body.text).toContain('wrong or has expired')
    const { body } = await service.call('GET', '/api/v1/me/doors', { key: jo.key })
    expect(body.doors.filter((one: { is_linked: boolean }) => one.is_linked)).toHaveLength(3)
  })
})
