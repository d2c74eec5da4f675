import { expect, test } from 'vitest'
import { findHeader } from '../../../test/mail-server.ts'
import { useNotifications } from './test-notifications.ts'

const { smtp, service, send, get, listReceipts, waitForDeliveries } = await useNotifications()
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
  const [mail] = (await listReceipts(sent.notification_id, jo)).filter(
    ({ channel }) => channel === 'email',
  )
  expect(mail).toMatchObject({ status: 'queued', reason: 'quiet hours', attempts: 0 })
  const { body: asked } = await send(jo, { category: 'agentNeedsInput' })
  await waitForDeliveries(asked.notification_id, jo)
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
  for (const id of sent.slice(0, 2)) await waitForDeliveries(id, jo)
  expect(smtp.mails.map(({ parsed }) => parsed.subject).sort()).toEqual([
    'Nudge number 1',
    'Nudge number 2',
  ])
  const waiting = (await listReceipts(sent[4] as string, jo)).find(
    ({ channel }) => channel === 'email',
  )
  expect(waiting).toMatchObject({ status: 'queued', reason: expect.stringContaining('digest') })
  // Ten minutes is too long for a test, so the digest jobs become due now.
  await service.skipJobDelays('deliver-digest')
  for (const id of sent) await waitForDeliveries(id, jo)
  expect(smtp.mails).toHaveLength(3)
  const digest = smtp.mails[2]
  for (const at of [3, 4, 5]) expect(digest?.parsed.text).toContain(`Nudge number ${at}`)
  expect(
    (await listReceipts(sent[4] as string, jo)).find(({ channel }) => channel === 'email'),
  ).toMatchObject({
    status: 'sent',
    reason: 'in a digest of 3',
  })
})

test('unsubscribing: a page that asks, a form that does it, one click by a mail program', async () => {
  const jo = await service.tenant()
  await waitForDeliveries((await send(jo, { category: 'agentNudge' })).body.notification_id, jo)
  const header = findHeader(smtp.mails[0], 'list-unsubscribe') as string
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
