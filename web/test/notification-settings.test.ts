import { expect, test } from 'vitest'
import { phone, violationsOf, withConsole } from './with-console.ts'

const { service, open } = withConsole()

const path = '/settings/notifications'

test('what a person chooses is what the service does from then on', async () => {
  const mia = await service.tenant()
  const call = (method: string, url: string, body?: object) =>
    service.call(method, url, { key: mia.key, ...(body && { body }) })
  const kept = async () => (await call('GET', '/api/v1/notifications/preferences')).body
  const page = await open(mia, { path })
  await page.getByRole('checkbox', { name: 'Nudges: Email' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page
    .locator('label', { has: page.getByRole('checkbox', { name: 'Nudges: Email' }) })
    .click()
  await expect.poll(async () => (await kept()).categories.agentNudge.email).toBe(false)
  expect(await page.getByRole('checkbox', { name: 'Needs your input: Inbox' }).isDisabled()).toBe(
    true,
  )

  await page.getByText('Hold back email and push at night').click()
  await page.getByLabel('From').fill('21:30')
  await page.getByLabel('From').blur()
  await expect
    .poll(async () => (await kept()).quiet_hours)
    .toEqual({ start: '21:30', end: '07:00' })
  await page.getByText('Combine notifications into a digest').click()
  await page.getByRole('button', { name: /Send separately/ }).click()
  await page.getByRole('option', { name: 'the first 5' }).click()
  await expect
    .poll(async () => (await kept()).digest)
    .toEqual({ categories: ['agentNudge'], after: 5, minutes: 15 })
  await page.reload()
  await page.getByText('the first 5').first().waitFor()
})

test('a muted thread is listed and can be heard of again, on a phone', async () => {
  const mia = await service.tenant()
  await service.call('POST', '/api/v1/service/agent/notify', {
    key: mia.key,
    body: {
      userId: String(mia.userId),
      workspaceId: String(mia.workspaceId),
      category: 'agentNudge',
      title: 'Drafts wait',
      message: 'Four of them.',
      threadId: 'drafts',
    },
  })
  const page = await open(mia, { path: '/threads/drafts', size: phone, theme: 'dark' })
  await page.getByRole('button', { name: 'Mute' }).tap()
  await page.getByRole('button', { name: 'Muted' }).waitFor()
  await page.goto(new URL(path, page.url()).href)
  await page.getByRole('link', { name: 'Drafts wait' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Unmute' }).tap()
  await page.getByText(/No muted threads/).waitFor()
  const { body } = await service.call('GET', '/api/v1/threads/drafts', { key: mia.key })
  expect(body.muted).toBe(false)
})
