import { expect, test } from 'vitest'
import { expectStatus, readProblem } from '../../../test/harness.ts'
import { useNotifications } from '../notifications/test-notifications.ts'
import { quotaClient } from './test-quotas.ts'

const { smtp, service, send, waitForDeliveries } = await useNotifications()
const { setLimit, callOf, readQuota } = quotaClient(service)

test('a flood of notifications is in the inbox, and only as many emails are sent as allowed', async () => {
  const victim = await service.tenant()
  await setLimit(victim.workspaceId, 'recipient_emails_per_hour', 3)
  const sent = await Promise.all(Array.from({ length: 12 }, () => send(victim)))
  const receipts = await Promise.all(
    sent.map(({ body }) => waitForDeliveries(body.notification_id, victim)),
  )
  const emails = receipts.flat().filter(({ channel }) => channel === 'email')
  const refused = emails.filter(({ status }) => status === 'failed')
  expect([smtp.mails.length, refused.length]).toEqual([3, 9])
  for (const { reason } of refused) {
    expect(reason).toMatch(/at most 3 emails to one person an hour.*operator/)
  }
  const inbox = await callOf(victim)('GET', '/notifications?page_size=50')
  expect(inbox.body.count).toBe(12)
  const quota = await readQuota(victim, 'recipient_emails_per_hour')
  expect(quota).toMatchObject({ used: 3, limit: 3, per: 'hour' })
})

test('the limit of one recipient does not concern another, the limit of the workspace does', async () => {
  const mia = await service.tenant()
  const jo = await service.colleague(mia, 'member')
  await setLimit(mia.workspaceId, 'recipient_emails_per_day', 1)
  await setLimit(mia.workspaceId, 'emails_per_day', 2)
  for (const to of [mia, mia, jo, jo]) {
    const { body } = await send(to)
    await waitForDeliveries(body.notification_id, to)
  }
  expect(smtp.mails).toHaveLength(2)
  expect(await readQuota(mia, 'emails_per_day')).toMatchObject({ used: 2 })
  const other = await service.colleague(mia, 'member')
  const { body } = await send(other)
  const receipts = await waitForDeliveries(body.notification_id, other)
  const reason = receipts.find(({ channel }) => channel === 'email')?.reason
  expect(reason).toMatch(/at most 2 emails a day/)
})

test('an address with a tag is the same recipient, and deleting the person makes no room', async () => {
  const mia = await service.tenant()
  await setLimit(mia.workspaceId, 'recipient_emails_per_hour', 1)
  for (const tag of ['', '+a', '+b']) {
    const jo = await service.colleague(mia, 'member')
    const email = `Victim-${mia.workspaceId}${tag}@example.com`
    await service.deps.db.system`update users set email = ${email} where id = ${jo.userId}`
    const { body } = await send(jo)
    await waitForDeliveries(body.notification_id, jo)
    await expectStatus(204, callOf(mia)('DELETE', `/workspaces/members/${jo.userId}`))
  }
  expect(smtp.mails).toHaveLength(1)
})

test('an hour later emails are sent again, and a refused one can be sent by hand', async () => {
  const mia = await service.tenant()
  await setLimit(mia.workspaceId, 'emails_per_hour', 1)
  await send(mia)
  const { body } = await send(mia)
  const receipts = await waitForDeliveries(body.notification_id, mia)
  await expect.poll(() => smtp.mails.length).toBe(1)
  service.advance(3601)
  const failed = receipts.find(({ status }) => status === 'failed')
  const path = `/notifications/deliveries/${failed?.id}/resend`
  const resent = await callOf(mia)('POST', path)
  expect(resent.status).toBeLessThan(300)
  await expect.poll(() => smtp.mails.length).toBe(2)
})

test('test emails count, and are refused with 429', async () => {
  const mia = await service.tenant()
  await setLimit(mia.workspaceId, 'recipient_emails_per_hour', 1)
  const operation = service.operations.find(({ id }) => id === 'sendTestMail')
  const test = () => service.call('POST', operation?.path as string, { key: mia.key })
  await expectStatus(200, test())
  expect(await readProblem(test())).toEqual([429, 'quota_exceeded'])
})
