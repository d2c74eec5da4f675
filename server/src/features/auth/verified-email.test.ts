import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectStatus, readProblem, type Tenant, useService } from '../../../test/harness.ts'
import { useMailServer } from '../../../test/mail-server.ts'
import { buildNotification, notify } from '../../../test/notify.ts'
import { workflowClient } from '../workflows/test-workflows.ts'
import { verifyEmailOfPerson } from './verify-email.ts'

const { smtp, mail } = await useMailServer()
const service = useService({ mail })
const password = 'correct horse battery'
const base = '/api/v1/workspaces/invitations'
const subject = 'Verify your email address'

beforeEach(async () => {
  // Emails of the test before may still be on their way.
  await readMails()
  smtp.mails.length = 0
  // Starts new rate limit windows.
  service.advance(901)
})

let count = 0
const newAddress = () => `stranger${++count}@stranger.example`

const post = (path: string, body?: unknown, token?: string) =>
  service.call('POST', `/api/v1/auth/${path}`, { body, ...(token && { token }) })

async function invite(by: Tenant, email: string): Promise<string> {
  return (await expectStatus(201, service.call('POST', base, { key: by.key, body: { email } })))
    .token
}

const accept = (token: string, body: object = {}) =>
  service.call('POST', `${base}/accept`, { body: { token, password, ...body } })

interface Joined {
  token: string
  userId: number
  workspaceId: number
}

/** Joins with the token that the inviter got, so nothing proves the address. */
async function join(by: Tenant, email: string, body: object = {}): Promise<Joined> {
  const joined = await expectStatus(200, accept(await invite(by, email), body))
  const { user } = await readMe(joined.access_token)
  return { token: joined.access_token, userId: user.id, workspaceId: by.workspaceId }
}

const readMe = async (token: string) =>
  expectStatus(200, service.call('GET', '/api/v1/auth/me', { token }))

const signIn = async (email: string, given = password) =>
  (await expectStatus(200, post('login', { email, password: given }))).access_token

/** All jobs are done, so no email is on its way. */
async function readMails() {
  await expect
    .poll(
      () => service.deps.db.system`
    select from jobs where queue like 'deliver-%' or queue = 'password-mails'`,
    )
    .toEqual([])
  return smtp.mails.map(({ recipients, parsed }) => ({
    to: recipients[0],
    subject: parsed.subject,
    text: parsed.text ?? '',
    html: parsed.html ?? '',
  }))
}

async function waitForLink(email: string): Promise<string> {
  const mails = await readMails()
  const text = mails.findLast(({ to }) => to === email)?.text
  return /#(atw_[\w-]+)/.exec(text ?? '')?.[1] ?? ''
}

const subjects = async () => (await readMails()).map(({ subject }) => subject)

describe('an address that nobody verified', () => {
  test('gets the verification mail and no notification', async () => {
    const eve = await service.tenant()
    const email = newAddress()
    const squatter = await join(eve, email)
    const sent = await notify(service, { ...squatter, key: eve.key }, { title: 'BUY NOW' })
    expect(sent.body.deliveries.map(({ channel }: { channel: string }) => channel)).not.toContain(
      'email',
    )
    expect(sent.body.skipped).toContainEqual({
      channel: 'email',
      reason: 'the person has not verified the email address',
    })
    expect(await subjects()).toEqual([subject])
  })

  test('gets nothing that another person wrote, not even a name', async () => {
    const eve = await service.tenant()
    await service.call('PATCH', '/api/v1/workspaces/current', {
      key: eve.key,
      body: { name: 'Cheap pills' },
    })
    const email = newAddress()
    await join(eve, email, { first_name: 'Visit http://evil.example', last_name: 'now' })
    const [{ text = '', html = '' } = {}] = await readMails()
    expect(text).toContain('Someone, hopefully you, joined Atelier')
    for (const theirs of ['evil.example', 'Cheap', 'Test Person']) {
      expect(`${text}${html}${smtp.mails[0]?.raw}`).not.toContain(theirs)
    }
  })

  test('stays unverified if its owner only opens the link', async () => {
    const eve = await service.tenant()
    const email = newAddress()
    const squatter = await join(eve, email)
    const token = await waitForLink(email)
    const seen = await expectStatus(200, post('browser/link/look-up', { token }))
    expect(seen).toMatchObject({ email, proves_email: true, has_password: false })
    expect((await readMe(squatter.token)).user.is_email_verified).toBe(false)
  })

  test('shows as unverified to the person and to the members', async () => {
    const eve = await service.tenant()
    const { token, userId } = await join(eve, newAddress())
    expect((await readMe(token)).user).toMatchObject({ is_email_verified: false })
    const path = `/api/v1/workspaces/members/${userId}`
    const member = await expectStatus(200, service.call('GET', path, { key: eve.key }))
    expect(member.is_email_verified).toBe(false)
  })
})

describe('verifying an address', () => {
  test('the link and a session of the account verify it, and notifications arrive', async () => {
    const mia = await service.tenant()
    const email = newAddress()
    const jo = await join(mia, email)
    const link = await waitForLink(email)
    await expectStatus(204, post('email/verify', { token: link }, jo.token))
    expect((await readMe(jo.token)).user.is_email_verified).toBe(true)
    await notify(service, { ...jo, key: mia.key }, { title: 'For Jo' })
    expect(await subjects()).toEqual([subject, expect.stringContaining('For Jo')])
    expect(await readProblem(post('email/verify', { token: link }, jo.token))).toEqual([
      410,
      'sign_in_link_invalid',
    ])
    expect(await readProblem(post('email/verification', undefined, jo.token))).toEqual([
      409,
      'email_already_verified',
    ])
  })

  test('another person’s session does not verify it and does not use up the link', async () => {
    const mia = await service.tenant()
    const email = newAddress()
    const jo = await join(mia, email)
    const other = await join(mia, newAddress())
    const link = await waitForLink(email)
    expect(await readProblem(post('email/verify', { token: link }, other.token))).toEqual([
      410,
      'sign_in_link_invalid',
    ])
    await expectStatus(204, post('email/verify', { token: link }, jo.token))
  })

  test('needs a signed-in person: no credential is 401, a key is 403', async () => {
    const mia = await service.tenant()
    for (const path of ['email/verify', 'email/verification']) {
      const body = { token: 'atw_nonsense' }
      expect((await post(path, body)).status).toBe(401)
      const answer = service.call('POST', `/api/v1/auth/${path}`, { key: mia.key, body })
      expect((await answer).status).toBe(403)
    }
  })

  test('400 without a token, 410 for an unknown or a password link', async () => {
    const mia = await service.tenant()
    const { token } = await join(mia, newAddress())
    expect((await post('email/verify', {}, token)).status).toBe(400)
    expect((await post('email/verify', { token: 'atw_nonsense' }, token)).status).toBe(410)
    await post('browser/forgotten', { email: mia.email })
    const link = await waitForLink(mia.email)
    expect((await post('email/verify', { token: link }, token)).status).toBe(410)
  })

  test('the mail can be requested again, as often as password mails', async () => {
    const email = newAddress()
    const { token } = await join(await service.tenant(), email)
    const statuses = []
    for (let at = 0; at < 5; at++) {
      statuses.push((await post('email/verification', undefined, token)).status)
    }
    // The first of the five mails went out when they joined.
    expect(statuses).toEqual([202, 202, 202, 202, 429])
    expect((await post('browser/forgotten', { email })).status).toBe(429)
    expect(await readMails()).toHaveLength(5)
  })

  test('the operator can confirm it', async () => {
    const email = newAddress()
    const { token, userId } = await join(await service.tenant(), email)
    const link = await waitForLink(email)
    expect(await verifyEmailOfPerson(service.deps, email.toUpperCase())).toEqual({
      email,
      user_id: userId,
    })
    expect((await readMe(token)).user.is_email_verified).toBe(true)
    expect((await post('browser/link/look-up', { token: link })).status).toBe(410)
  })

  test('an email that was on its way while the address got an owner has no power', async () => {
    const email = newAddress()
    const { userId } = await join(await service.tenant(), email)
    const token = await waitForLink(email)
    await service.deps.db.system`update users set email_verified_at = now() where id = ${userId}`
    expect((await post('browser/link/look-up', { token })).status).toBe(410)
    expect((await post('browser/link', { token, new_password: password })).status).toBe(410)
  })
})

describe('the owner of an address that a stranger’s account uses', () => {
  test('joins elsewhere with an account of their own', async () => {
    const [eve, mia] = [await service.tenant(), await service.tenant()]
    const email = newAddress()
    const squatter = await join(eve, email, { password: 'password of eve' })
    const invitation = await invite(mia, email)
    expect(await readProblem(accept(invitation))).toEqual([409, 'email_claimed'])
    const { access_token } = await expectStatus(200, accept(invitation, { new_account: true }))
    const { user, workspaces } = await readMe(access_token)
    expect(user.id).not.toBe(squatter.userId)
    expect(workspaces.map(({ id }: { id: number }) => id)).toEqual([mia.workspaceId])
    expect((await readMe(await signIn(email))).user.id).toBe(user.id)
    expect((await readMe(await signIn(email, 'password of eve'))).user.id).toBe(squatter.userId)
  })

  test('proves it by mail: a new account owns it, and the other keeps its data without it', async () => {
    const [eve, mia] = [await service.tenant(), await service.tenant()]
    const email = newAddress()
    const squatter = await join(eve, email, { password: 'password of eve' })
    await post('browser/forgotten', { email })
    const token = await waitForLink(email)
    const opened = await expectStatus(200, post('browser/link', { token, new_password: password }))
    expect(opened.user_id).not.toBe(squatter.userId)
    expect((await readMe(squatter.token)).user).toMatchObject({
      id: squatter.userId,
      is_email_verified: false,
    })
    const joined = await expectStatus(200, accept(await invite(mia, email)))
    const me = await readMe(joined.access_token)
    expect(me.user).toMatchObject({ id: opened.user_id, is_email_verified: true })
    expect(me.workspaces.map(({ id }: { id: number }) => id)).toEqual([mia.workspaceId])
    smtp.mails.length = 0
    await notify(service, { ...squatter, key: eve.key })
    expect(await readMails()).toEqual([])
  })

  test('keeps it: the stranger can neither verify it, nor join in their name', async () => {
    const [eve, mia] = [await service.tenant(), await service.tenant()]
    const email = newAddress()
    const squatter = await join(eve, email, { password: 'password of eve' })
    const early = await waitForLink(email)
    await post('browser/forgotten', { email })
    const body = { token: await waitForLink(email), new_password: password }
    await expectStatus(200, post('browser/link', body))
    expect((await post('email/verify', { token: early }, squatter.token)).status).toBe(410)
    expect((await post('browser/link', { ...body, token: early })).status).toBe(410)
    const invitation = await invite(mia, email)
    for (const new_account of [false, true]) {
      const stranger = accept(invitation, { password: 'password of eve', new_account })
      expect(await readProblem(stranger)).toEqual([401, 'wrong_login'])
    }
    await expect(verifyEmailOfPerson(service.deps, String(squatter.userId))).rejects.toMatchObject({
      code: 'email_taken',
    })
  })

  test('gets the next password link, not the stranger', async () => {
    const eve = await service.tenant()
    const mia = await service.tenant()
    const squatter = await join(eve, mia.email.toUpperCase()).catch(() => undefined)
    expect(squatter).toBeUndefined()
    await post('browser/forgotten', { email: mia.email })
    const token = await waitForLink(mia.email)
    const opened = await expectStatus(200, post('browser/link', { token, new_password: password }))
    expect(opened.user_id).toBe(mia.userId)
  })
})

test('a person who joined without a verified address stays able to sign in and to join more', async () => {
  const [mia, other] = [await service.tenant(), await service.tenant()]
  const email = newAddress()
  const jo = await join(mia, email)
  const joined = await expectStatus(200, accept(await invite(other, email)))
  const me = await readMe(joined.access_token)
  expect([me.user.id, me.workspaces.length]).toEqual([jo.userId, 2])
})

test('an address has at most five unverified accounts, and its owner can still claim it', async () => {
  const email = newAddress()
  for (let at = 0; at < 5; at++) {
    const body = { password: `password number ${at}`, new_account: true }
    await join(await service.tenant(), email, body)
  }
  const sixth = accept(await invite(await service.tenant(), email), { new_account: true })
  expect(await readProblem(sixth)).toEqual([409, 'email_claimed'])
  const token = await waitForLink(email)
  await expectStatus(200, post('browser/link', { token, new_password: password }))
  await expectStatus(200, accept(await invite(await service.tenant(), email)))
})

describe('getting mail to a stranger', () => {
  test('by a digest, a question, or a reply in a thread', async () => {
    const eve = await service.tenant()
    const squatter = await join(eve, newAddress())
    await service.call('PATCH', '/api/v1/notifications/preferences', {
      token: squatter.token,
      body: { digest: { categories: ['agentTaskCompleted'], after: 1, minutes: 5 } },
    })
    const to = { ...squatter, key: eve.key }
    for (let at = 0; at < 3; at++) await notify(service, to, { thread_id: 't' })
    const question = { kind: 'text', expires_at: '2037-01-01T00:00:00Z' }
    await notify(service, to, { category: 'agentNeedsInput', question })
    service.advance(601)
    await service.skipJobDelays('deliver-digest')
    expect(await subjects()).toEqual([subject])
  })

  test('by sending again what was stored while no mail server was configured', async () => {
    const eve = await service.tenant()
    const squatter = await join(eve, newAddress())
    const { mail } = service.deps.config
    const { smtpUrl } = mail
    mail.smtpUrl = undefined
    await notify(service, { ...squatter, key: eve.key })
    mail.smtpUrl = smtpUrl
    const path = '/api/v1/notifications/deliveries'
    const readDelivery = async () =>
      (await service.call('GET', `${path}?channel=email`, { key: eve.key })).body.results[0]
    await expect.poll(readDelivery).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('has not verified the email address'),
    })
    const { id } = await readDelivery()
    const again = service.call('POST', `${path}/${id}/resend`, { key: eve.key })
    await expectStatus(200, again)
    expect(await subjects()).toEqual([subject])
  })

  test('by the test email of the settings', async () => {
    const { token } = await join(await service.tenant(), newAddress())
    const answer = await service.call('POST', '/api/v1/notifications/mail/test', { token })
    expect(await readProblem(answer)).toEqual([502, 'mail_failed'])
    expect(await subjects()).toEqual([subject])
  })

  test('by a tool over MCP', async () => {
    const eve = await service.tenant()
    const squatter = await join(eve, newAddress())
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'notify', arguments: buildNotification({ ...squatter, key: eve.key }) },
    }
    const headers = { accept: 'application/json, text/event-stream' }
    await expectStatus(200, service.call('POST', '/mcp', { key: eve.key, body, headers }))
    expect(await subjects()).toEqual([subject])
  })

  test('by a workflow', async () => {
    const eve = await service.tenant()
    const squatter = await join(eve, newAddress())
    const { define, start, waitForEnd } = workflowClient(service, () => eve)
    const notification = buildNotification({ ...squatter, key: eve.key })
    const id = await define({
      steps: [{ id: 'tell', type: 'call', operation: 'sendAgentNotification', body: notification }],
    })
    expect(await waitForEnd(await start(id))).toMatchObject({ status: 'COMPLETED' })
    expect(await subjects()).toEqual([subject])
  })

  test('by many invitations, whose mails count together', async () => {
    const email = newAddress()
    for (let at = 0; at < 5; at++) {
      const body = { password: `password number ${at}`, new_account: true }
      const { token } = await join(await service.tenant(), email, body)
      await post('email/verification', undefined, token)
    }
    expect(await readMails()).toHaveLength(5)
  })
})

test('mail-person.ts alone calls the mailer', () => {
  const features = resolve(import.meta.dirname, '..')
  const callers = globSync('**/*.ts', { cwd: features })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => /\bmailer\s*\.\s*send\b/.test(readFileSync(resolve(features, path), 'utf8')))
  expect(callers).toEqual(['auth/mail-person.ts'])
})
