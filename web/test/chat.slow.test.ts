import { expect, test } from 'vitest'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open } = useConsole()

const messages = '/api/v1/chat/channels/agent-alerts/messages'

test("two people write messages below an agent's report", async () => {
  const mia = await service.tenant()
  const jo = await service.colleague(mia, 'member')
  const hers = await open(mia, { path: '/chat' })
  await hers.getByRole('heading', { name: 'No messages yet' }).waitFor()
  expect(await findViolations(hers)).toEqual([])
  await service.call('POST', '/api/v1/service/agent/notify', {
    key: mia.key,
    body: {
      userId: String(mia.userId),
      workspaceId: String(mia.workspaceId),
      category: 'agentError',
      title: 'The newsletter was not sent',
      message: 'The **sender** is refused.',
    },
  })
  await hers.getByRole('heading', { name: 'The newsletter was not sent' }).waitFor()
  const his = await open(jo, { path: '/chat/agent-alerts', size: phone, theme: 'dark' })
  await his.getByLabel('Write in agent-alerts').fill('I look at [it](https://example.com).')
  await his.getByRole('button', { name: 'Send', exact: true }).tap()
  await hers.getByRole('link', { name: 'it', exact: true }).waitFor()
  await hers.getByLabel('Write in agent-alerts').fill('Thank you.')
  await hers.keyboard.press('Enter')
  await his.getByText('Thank you.').waitFor()
  expect(await findViolations(hers)).toEqual([])
  expect(await findViolations(his)).toEqual([])
})

test('the newest message is at the bottom, and scrolling up loads all earlier ones', async () => {
  const mia = await service.tenant()
  for (let number = 1; number <= 120; number++) {
    await service.call('POST', messages, { key: mia.key, body: { text: `Message no. ${number}.` } })
  }
  const page = await open(mia, { path: '/chat' })
  const log = page.getByRole('log')
  await log.getByText('Message no. 120.').waitFor()
  await expect.poll(() => log.getByText('Message no. 1.', { exact: true }).count()).toBe(0)
  await expect
    .poll(async () => {
      await log.hover()
      await page.mouse.wheel(0, -4000)
      return log.getByText('Message no. 1.', { exact: true }).count()
    })
    .toBe(1)
  await expect.poll(() => log.getByText(/Message no\. \d+\./).count()).toBe(120)
})

test('people who can only read have no text box', async () => {
  const mia = await service.tenant()
  const guest = await service.colleague(mia, 'guest')
  const { body } = await service.call('GET', '/api/v1/auth/me', { key: guest.key })
  const page = await open(guest, { path: '/chat' })
  if (body.permissions.includes('chat:read')) {
    await page.getByRole('heading', { name: '# agent-alerts' }).waitFor()
  }
  expect(body.permissions).not.toContain('chat:write')
  await expect.poll(() => page.getByLabel('Write in agent-alerts').count()).toBe(0)
})
