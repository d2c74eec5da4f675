import { afterAll, beforeAll, expect, vi } from 'vitest'
import { openBrowserSession } from '../../../test/browser-session.ts'
import {
  discordToken,
  slackHeaders,
  slackTokens,
  startDiscord,
  startSlack,
  startTelegram,
  telegramToken,
} from '../../../test/door-servers.ts'
import { expectStatus, type Tenant, useService, useTenant } from '../../../test/harness.ts'
import { notify } from '../../../test/notify.ts'
import { until } from '../../../test/server-client.ts'
import { replyToken } from '../../lib/reply-token.ts'

export const mailSecret = 'inbound-mail-secret-of-24-characters'

/** A service whose chat apps are strict servers on this machine, with one person in all of them. */
export async function useDoors({ sendgridKey }: { sendgridKey?: string } = {}) {
  const [slack, telegram, discord] = await Promise.all([
    startSlack(),
    startTelegram(),
    startDiscord(),
  ])
  const service = useService({
    doors: { slackUrl: slack.url, telegramUrl: telegram.url, discordUrl: discord.url },
    inboundMail: {
      replyAddress: 'reply@in.example.com',
      secret: mailSecret,
      mailgunKey: 'mailgun-key',
      sendgridKey,
      authservId: 'mx.example.com',
      imapUrl: undefined,
    },
  })
  const mia = useTenant(service)
  const ids = {} as Record<'slack' | 'telegram' | 'discord', string>
  const warnings: { reason?: string }[] = []
  let updates = 100

  async function connect(body: object) {
    const answer = await service.call('POST', '/api/v1/connections', { key: mia.key, body })
    expect(answer.text).not.toContain('token')
    return (await expectStatus(201, answer)).id as string
  }

  async function createLinkCode(person: Tenant, connection_id: string): Promise<string> {
    const options = { ...(await openBrowserSession(service, person)), body: { connection_id } }
    const answer = await service.call('POST', '/api/v1/me/doors/codes', options)
    return (await expectStatus(201, answer)).code
  }

  const post = (path: string, body: string, headers: Record<string, string>) =>
    service.call('POST', path, { body, headers })

  const fromSlack = (payload: object, headers?: Record<string, string>, id = ids.slack) => {
    const command = 'command' in payload
    const form = command
      ? (payload as Record<string, string>)
      : { payload: JSON.stringify(payload) }
    const body = new URLSearchParams({ ...form, nonce: String(Math.random()) }).toString()
    return post(
      `/api/v1/doors/slack/${id}`,
      body,
      headers ?? slackHeaders(body, service.deps.clock()),
    )
  }

  /** Telegram hands updates to the poller. */
  const fromTelegram = (update: object) => {
    telegram.updates.push({ update_id: ++updates, ...update })
  }

  const fromDiscord = (interaction: object, headers?: Record<string, string>) => {
    const id = String(Math.random())
    const body = JSON.stringify({ id, application_id: 'A1', ...interaction })
    return post(
      `/api/v1/doors/discord/${ids.discord}`,
      body,
      headers ?? discord.headersFor(body, service.deps.clock()),
    )
  }

  const press = {
    slack: (question: string, value: string, user = 'UMIA') =>
      fromSlack({
        type: 'block_actions',
        team: { id: 'T1' },
        user: { id: user },
        trigger_id: 'trigger',
        response_url: `${slack.url}/response`,
        actions: [{ action_id: 'answer:0', value: `${question}:${value}` }],
      }),
    telegram: (question: string, value: string, from = 7) =>
      fromTelegram({
        callback_query: { id: 'cb', from: { id: from }, data: `${question}:${value}` },
      }),
    discord: (question: string, value: string, user = 'DMIA') =>
      fromDiscord({ type: 3, user: { id: user }, data: { custom_id: `${question}:${value}` } }),
  }

  /** A reply to the email of a question, as the receiving server passes it on. */
  function composeReply(
    questionId: string,
    text: string,
    {
      to = mia,
      from = to.email,
      results = 'dkim=pass header.d=example.com',
      id = `<${Math.random()}@x>`,
    }: { to?: Tenant; from?: string; results?: string; id?: string } = {},
  ) {
    const secret = service.deps.linkSecrets[0] as string
    const raw = [
      ...(results ? [`Authentication-Results: mx.example.com; ${results}`] : []),
      `From: Mia <${from}>`,
      `To: reply+${replyToken(secret, questionId, to.userId)}@in.example.com`,
      'Subject: Re: question',
      `Message-ID: ${id}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      `${text}\n\nOn Mon, 16 Nov 2026 at 10:00, Atelier <a@example.com> wrote:\n> Approve?\n`,
    ].join('\r\n')
    return raw
  }

  function sendMailReply(...args: Parameters<typeof composeReply>) {
    const authorization = `Basic ${Buffer.from(`any:${mailSecret}`).toString('base64')}`
    const headers = { 'content-type': 'message/rfc822', authorization }
    return post('/api/v1/inbound-mail/generic', composeReply(...args), headers)
  }

  async function askQuestion(question: object, more: object = {}) {
    const changes = { title: 'Publish the post?', category: 'agentNeedsInput', question, ...more }
    const { body } = await notify(service, mia, changes)
    return body as { question_id: string; thread_id: string; notification_id: string }
  }

  const readQuestion = async (id: string) =>
    (await service.call('GET', `/api/v1/questions/${id}`, { key: mia.key })).body

  beforeAll(async () => {
    vi.spyOn(service.deps.log, 'warn').mockImplementation(
      (about) => void warnings.push(about as object),
    )
    ids.slack = await connect({ kind: 'slack', name: 'Slack', ...slackTokens })
    ids.telegram = await connect({ kind: 'telegram', name: 'Telegram', bot_token: telegramToken })
    ids.discord = await connect({ kind: 'discord', name: 'Discord', bot_token: discordToken })
    const text = `link ${await createLinkCode(mia, ids.slack)}`
    await fromSlack({ command: '/atelier', text, user_id: 'UMIA', user_name: 'mia', team_id: 'T1' })
    const start = `/start ${await createLinkCode(mia, ids.telegram)}`
    const chat = { id: 7, type: 'private' }
    fromTelegram({
      message: { message_id: 1, from: { id: 7, username: 'mia' }, chat, text: start },
    })
    const code = await createLinkCode(mia, ids.discord)
    const data = { name: 'link', options: [{ name: 'code', value: code }] }
    await fromDiscord({ type: 2, user: { id: 'DMIA', username: 'mia' }, data })
    await until('all accounts are linked', async () => {
      const { body } = await service.call('GET', '/api/v1/me/doors', { key: mia.key })
      return body.doors.every((one: { is_linked: boolean }) => one.is_linked)
    })
  })
  afterAll(() => Promise.all([slack.close(), telegram.close(), discord.close()]))

  const apps = { slack, telegram, discord }
  /** The newest message of each app, as the person sees it. */
  const readMessages = () =>
    Object.values(apps).map(({ messages }) => JSON.stringify([...messages.values()].at(-1)))

  /** All three apps show the question. */
  async function waitForQuestion(id: string): Promise<void> {
    await expect.poll(() => readMessages().every((text) => text?.includes(id))).toBe(true)
    await waitForMessageIds(id)
  }

  /** Atelier knows the messages that the apps show: it gets their ids in the responses. */
  async function waitForMessageIds(questionId: string): Promise<void> {
    const unknown = () => service.deps.db.system`
      select from door_messages where question_id = ${questionId} and message_id is null`
    await expect.poll(unknown).toEqual([])
  }

  /** Submits a modal of Slack. */
  const submitModal = (private_metadata: string, values: object) =>
    fromSlack({
      type: 'view_submission',
      team: { id: 'T1' },
      user: { id: 'UMIA' },
      view: { private_metadata, state: { values } },
    })

  const send = { fromSlack, fromTelegram, fromDiscord, press, submitModal, sendMailReply }
  const questions = { askQuestion, readQuestion, composeReply, waitForQuestion }
  const messages = { readMessages, waitForMessageIds, connect, createLinkCode }
  return { service, mia, ids, apps, warnings, ...send, ...questions, ...messages }
}
