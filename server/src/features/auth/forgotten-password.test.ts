import { beforeEach, describe, expect, test } from 'vitest'
import { expectStatus, useService } from '../../../test/harness.ts'
import { useMailServer } from '../../../test/mail-server.ts'

const { smtp, mail } = await useMailServer()
const service = useService({ mail })
const password = 'correct horse battery'

beforeEach(() => {
  smtp.mails.length = 0
  // Starts a new rate limit window.
  service.advance(901)
})

const post = (path: string, body: unknown) => service.call('POST', `/api/v1/auth/${path}`, { body })
const forgotten = (email: string) => post('browser/forgotten', { email })

async function waitForMail(email: string) {
  await expect.poll(() => smtp.mails.map(({ recipients }) => recipients)).toEqual([[email]])
  return smtp.mails[0]?.parsed
}

const findLink = (text: string | undefined) => /http\S+#(atw_[\w-]+)/.exec(text ?? '')

describe('a forgotten password', () => {
  test('an email has a link that sets a new one, within an hour', async () => {
    const mia = await service.tenant()
    await service.call('POST', '/api/v1/auth/password', {
      key: mia.key,
      body: { new_password: password },
    })
    const asked = await forgotten(mia.email.toUpperCase())
    expect([asked.status, asked.body]).toEqual([202, { is_mail_configured: true }])
    const mail = await waitForMail(mia.email)
    expect(mail?.subject).toBe('Choose a new password')
    const [link = '', token] = findLink(mail?.text) ?? []
    expect(link).toContain('/welcome#')
    expect(mail?.html).toContain(link)
    const seen = await post('browser/link/look-up', { token })
    expect(seen.body).toMatchObject({ email: mia.email, has_password: true })
    const used = await post('browser/link', { token, new_password: 'another long one' })
    expect(used.body).toEqual({ user_id: mia.userId })
    await expectStatus(401, post('login', { email: mia.email, password }))
    await expectStatus(200, post('login', { email: mia.email, password: 'another long one' }))
  })

  test('the link expires after an hour', async () => {
    const mia = await service.tenant()
    await forgotten(mia.email)
    const mail = await waitForMail(mia.email)
    expect(mail?.subject).toBe('Choose your password')
    service.advance(3601)
    const token = findLink(mail?.text)?.[1]
    expect((await post('browser/link', { token, new_password: password })).status).toBe(410)
  })

  test('an unknown address and a deactivated person get the same response and no email', async () => {
    const [jo, mia] = [await service.tenant(), await service.tenant()]
    await service.deps.db.system`update users set is_active = false where id = ${jo.userId}`
    const answers = [await forgotten('nobody@example.com'), await forgotten(jo.email)]
    // Once the queue has processed the next job, it has also processed the earlier ones.
    answers.push(await forgotten(mia.email))
    await waitForMail(mia.email)
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([202, { is_mail_configured: true }])
    }
    const waiting = () => service.deps.db.system`
      select from jobs where queue = 'password-mails'`
    await expect.poll(waiting).toEqual([])
    expect(smtp.mails).toHaveLength(1)
    const links = await service.deps.db.system`
      select from sign_in_links where user_id = ${jo.userId}`
    expect(links).toHaveLength(0)
  })

  test('the link is stored nowhere that the person’s keys can read', async () => {
    const mia = await service.tenant()
    await forgotten(mia.email)
    await waitForMail(mia.email)
    expect((await service.call('GET', '/api/v1/mails', { key: mia.key })).body.count).toBe(0)
    const jobs = async () => service.deps.db.system`
      select from jobs where queue = 'password-mails'`
    await expect.poll(jobs).toEqual([])
  })

  test('429 for repeated requests, for one mailbox or many', async () => {
    const mine = []
    for (let at = 0; at < 6; at++) mine.push((await forgotten('somebody@example.com')).status)
    expect(mine).toEqual([202, 202, 202, 202, 202, 429])
    const others = []
    for (let at = 0; at < 20; at++) others.push((await forgotten(`${at}@example.com`)).status)
    expect(others.at(-1)).toBe(429)
  })
})

test('without a mail server no link is created, and the response says why', async () => {
  const mia = await service.tenant()
  const { mail } = service.deps.config
  const { smtpUrl } = mail
  mail.smtpUrl = undefined
  const asked = await forgotten(mia.email)
  mail.smtpUrl = smtpUrl
  expect([asked.status, asked.body]).toEqual([202, { is_mail_configured: false }])
  expect(
    await service.deps.db.system`select from sign_in_links where user_id = ${mia.userId}`,
  ).toHaveLength(0)
})
