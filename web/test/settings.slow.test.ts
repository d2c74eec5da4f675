import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createOAuthGrant } from '../../server/test/oauth-grant.ts'
import { call } from '../../server/test/server-client.ts'
import { intercept } from './intercept.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open, baseUrl } = useConsole()

describe('settings', () => {
  test('a key is created with chosen permissions, works, is shown once and can be revoked', async () => {
    const mia = await service.tenant()
    const page = await open(mia, { path: '/settings/keys' })
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('Launch agent')
    await page.getByRole('button', { name: /Permissions/ }).click()
    await page.getByRole('option', { name: 'Choose by hand' }).click()
    await page.getByText('Change boards and their tasks').click()
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByRole('dialog').getByText(/^atl_/).innerText()
    const server = { baseUrl: baseUrl(), key }
    expect((await call(server, 'GET', '/api/v1/pm/boards')).status).toBe(200)
    const refused = await call(server, 'POST', '/api/v1/pm/boards', { body: { title: 'No' } })
    expect(refused.status).toBe(403)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => page.getByText(key).count()).toBe(0)
    const row = page.getByRole('listitem').filter({ hasText: 'Launch agent' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('list', { name: 'Revoked keys' }).getByText('Launch agent').waitFor()
    expect((await call(server, 'GET', '/api/v1/pm/boards')).status).toBe(401)
  })

  test("a person is invited, joins by the link, and appears in the inviter's list", async () => {
    const mia = await service.tenant()
    const page = await open(mia, { path: '/settings/members' })
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('Email').fill('new@example.com')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByText(/\/join#ati_/).innerText()
    await page.getByRole('button', { name: 'Done' }).click()
    const theirs = await open(null, { path: link.slice(baseUrl().length), size: phone })
    await theirs.getByLabel('First name').fill('Nell')
    await theirs.getByLabel('Password').fill('a long enough password')
    await theirs.getByRole('button', { name: 'Join' }).click()
    await theirs.getByRole('heading', { name: 'Inbox' }).waitFor()
    // Without a reload: an event updates the list.
    const members = page.getByRole('list', { name: 'Members', exact: true })
    await members.getByText('new@example.com').waitFor()
  })

  test('usage shows each quota in plain words, also on a phone', async () => {
    const mia = await service.tenant()
    await service.deps.db.system`
      insert into workspace_quotas (workspace_id, name, max, updated_at)
      values (${mia.workspaceId}, 'api_keys', 1, now()), (${mia.workspaceId}, 'boards', null, now())`
    for (const size of [undefined, phone]) {
      for (const theme of ['light', 'dark'] as const) {
        const page = await open(mia, { path: '/settings/usage', theme, ...(size && { size }) })
        const stored = page.getByRole('list', { name: 'Stored' })
        const keys = stored.getByRole('meter', { name: 'API keys' })
        await expect.poll(() => keys.getAttribute('aria-valuetext')).toBe('1 of 1')
        await stored.getByText('0, no limit').waitFor()
        await stored.getByText('0 of 100 GiB').waitFor()
        expect(await findViolations(page)).toEqual([])
      }
    }
  })

  test('a webhook receives its test, and the log shows it', async () => {
    const received: IncomingMessage[] = []
    const receiver = createServer((request, response) => {
      received.push(request)
      response.writeHead(204).end()
    })
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const mia = await service.tenant()
    const page = await open(mia, { path: '/settings/webhooks' })
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill(url)
    await page.getByRole('searchbox', { name: 'Find an event' }).fill('task was created')
    // A click while the list shrinks could miss.
    await page.getByText('pm_task.deleted', { exact: true }).waitFor({ state: 'detached' })
    await page.getByText('pm_task.created', { exact: true }).click()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText(/^whsec_/).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Send test' }).click()
    const log = page.getByRole('list', { name: 'Recent deliveries' })
    await log.getByText('delivered').first().waitFor()
    await log
      .getByRole('button', { name: /^Details/ })
      .first()
      .click()
    await page.getByRole('list', { name: 'Attempts' }).getByText('204').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByText('All events').click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('list', { name: 'Webhooks' }).getByText('All events').waitFor()
    expect(received[0]?.headers['webhook-signature']).toMatch(/^v1,/)
    receiver.close()
  })

  test('sessions and programs are listed and ended, on a phone too', async () => {
    const mia = await service.tenant()
    const { token } = await createOAuthGrant(service, mia, { name: 'Launch helper' })
    const elsewhere = await open(mia, { path: '/inbox' })
    await elsewhere.getByRole('heading', { name: 'Inbox' }).waitFor()
    const page = await open(mia, { path: '/settings/sessions', size: phone })
    const sessions = page.getByRole('list', { name: 'Sessions', exact: true })
    await sessions.getByText('This browser').waitFor()
    // The other browser, and the session that each tenant of the tests has.
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3)
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1)
    await elsewhere.reload()
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor()

    const programs = page.getByRole('list', { name: 'Programs', exact: true })
    const row = programs.getByRole('listitem').filter({ hasText: 'Launch helper' })
    await row.getByText('1 permission').waitFor()
    await row.getByRole('button', { name: 'Remove access' }).click()
    await dialog.getByRole('button', { name: 'Remove access' }).click()
    await page.getByText('No programs').waitFor()
    const used = await service.call('GET', '/api/v1/auth/me', { token })
    expect(used.status).toBe(401)
    expect(await findViolations(page)).toEqual([])
  })

  test('name, workspace and password are changed', async () => {
    const mia = await service.tenant()
    const page = await open(mia)
    await page.goto(`${baseUrl()}/settings/profile`)
    await page.getByLabel('First name').fill('Mia')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('navigation', { name: 'Screens' }).first().getByText('Mia').waitFor()
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText(/10 characters/).waitFor()
    await page.goto(`${baseUrl()}/settings/workspace`)
    await page.getByLabel('Name').fill('Northwind')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /^Northwind/ }).waitFor()
  })

  test('a guest sees only their own settings', async () => {
    const mia = await service.tenant()
    const guest = await service.colleague(mia, 'guest')
    const page = await open(guest, { path: '/settings/profile', size: phone })
    const list = page.getByRole('navigation', { name: 'Settings sections' })
    await list.getByText('You').waitFor()
    await expect.poll(() => list.getByText('API keys').count()).toBe(0)
    await page.goto(`${baseUrl()}/settings/keys`)
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  })
})

const path = '/settings/notifications'

test('notification preferences take effect', async () => {
  const mia = await service.tenant()
  const call = (method: string, url: string, body?: object) =>
    service.call(method, url, { key: mia.key, body })
  const kept = async () => (await call('GET', '/api/v1/notifications/preferences')).body
  const page = await open(mia, { path })
  await page.getByRole('checkbox', { name: 'Nudges: Email' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page
    .locator('label', { has: page.getByRole('checkbox', { name: 'Nudges: Email' }) })
    .click()
  await expect.poll(async () => (await kept()).categories.agentNudge.email).toBe(false)
  await expect
    .poll(() => page.getByRole('checkbox', { name: 'Needs your input: Inbox' }).isDisabled())
    .toBe(true)

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

test('of two changes in quick succession, the later one is kept', async () => {
  const mia = await service.tenant()
  const page = await open(mia, { path })
  const release = Promise.withResolvers<void>()
  let sent = 0
  let saved = 0
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH') saved++
  })
  await intercept(page, '**/notifications/preferences', async (route) => {
    if (route.request().method() === 'PATCH' && sent++ === 0) await release.promise
    await route.continue()
  })
  await page.getByText('Hold back email and push at night').click()
  await page.getByLabel('From').fill('21:30')
  await page.getByLabel('From').blur()
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe('21:30')
  release.resolve()
  await expect.poll(() => saved).toBe(2)
  const kept = await service.call('GET', '/api/v1/notifications/preferences', { key: mia.key })
  expect(kept.body.quiet_hours).toEqual({ start: '21:30', end: '07:00' })
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe('21:30')
})

test('a muted thread is listed and can be unmuted, on a phone', async () => {
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
  // The button changes at once, this message once the server has responded.
  await page.getByText(/^Thread muted\./).waitFor()
  await page.getByRole('button', { name: 'Muted' }).waitFor()
  await page.goto(new URL(path, page.url()).href)
  await page.getByRole('link', { name: 'Drafts wait' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Unmute' }).tap()
  await page.getByText(/No muted threads/).waitFor()
  const { body } = await service.call('GET', '/api/v1/threads/drafts', { key: mia.key })
  expect(body.muted).toBe(false)
})
