import { describe, expect, test } from 'vitest'
import { expectStatus, useService } from '../../../../test/harness.ts'

const service = useService()
const base = '/api/v1/notifications/mail'

describe('without a mail server', () => {
  test('the setup says so, and a test is stored', async () => {
    const mia = await service.tenant()
    const { body } = await service.call('GET', base, { key: mia.key })
    expect(body).toMatchObject({ is_configured: false, is_signed: false })
    const sent = await expectStatus(200, service.call('POST', `${base}/test`, { key: mia.key }))
    expect(sent).toMatchObject({
      status: 'captured',
      detail: expect.stringContaining('ATELIER_SMTP_URL'),
    })
  })

  test('401 without a key, 403 without permission', async () => {
    const mia = await service.tenant()
    const key = await service.keyWith(mia, ['boards:read'])
    for (const [method, path] of [
      ['GET', base],
      ['POST', `${base}/test`],
    ] as const) {
      expect((await service.call(method, path)).status).toBe(401)
      expect((await service.call(method, path, { key })).status).toBe(403)
    }
  })
})

describe('with a mail server', () => {
  test('the email goes to the caller; a rejection is quoted', async () => {
    const mia = await service.tenant()
    const { mailer } = service.deps
    const sent: unknown[] = []
    // SMTP itself is tested in channels/email/smtp.test.ts.
    mailer.send = async (mail) => {
      sent.push(mail.to.address)
      if (sent.length > 1) throw new Error('554 no relay for you')
      return { status: 'sent', detail: '250 ok' }
    }
    const first = await service.call('POST', `${base}/test`, { key: mia.key })
    expect(first.body).toEqual({ status: 'sent', detail: '250 ok' })
    expect(sent).toEqual([mia.email])
    const second = await service.call('POST', `${base}/test`, { key: mia.key })
    expect([second.status, second.body.code]).toEqual([502, 'mail_failed'])
    expect(second.body.detail).toContain('554 no relay for you')
  })
})
