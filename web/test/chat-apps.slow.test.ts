import { afterAll, expect, test } from 'vitest'
import { startTelegram, telegramToken } from '../../server/test/door-servers.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const telegram = await startTelegram()
const { service, open } = useConsole({
  doors: {
    slackUrl: `${telegram.url}/slack`,
    telegramUrl: telegram.url,
    discordUrl: `${telegram.url}/discord`,
  },
})

afterAll(() => telegram.close())

test('a chat app is connected, linked by a code, tested and removed', async () => {
  const mia = await service.tenant()
  const page = await open(mia, { path: '/settings/chat-apps' })
  await page.getByText('No apps connected').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Connect an app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Discord', { exact: true }).click()
  await dialog.getByText('Telegram', { exact: true }).click()
  await dialog.getByLabel('Bot token').fill('1:wrong')
  await dialog.getByRole('button', { name: 'Connect Telegram' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/Unauthorized/)
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel('Bot token').fill(telegramToken)
  await dialog.getByRole('button', { name: 'Connect Telegram' }).click()
  const row = page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem')
  await row.getByText('connected', { exact: true }).waitFor()
  await row.getByText('0 people linked', { exact: false }).waitFor()

  const mine = page.getByRole('list', { name: 'Your accounts' })
  await mine.getByRole('button', { name: 'Link account' }).click()
  const code = await page.getByRole('status').locator('code').innerText()
  expect(await findViolations(page)).toEqual([])
  const chat = { id: 7, type: 'private' }
  const from = { id: 7, username: 'mia' }
  const message = { message_id: 1, from, chat, text: `/start ${code}` }
  telegram.updates.push({ update_id: 1, message })
  await mine.getByText('Linked as @mia').waitFor()

  await row.getByRole('button', { name: 'Test' }).click()
  await page.getByText('Telegram works. @mia got a test message.').waitFor()
  expect([...telegram.messages.values()].at(-1).text).toContain('Test message')
  await row.getByRole('button', { name: 'Remove' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Remove' })
    .click()
  await page.getByText('No apps connected').waitFor()
})

test('on a phone, a member without permissions sees their own accounts', async () => {
  const mia = await service.tenant()
  const jo = await service.colleague(mia, 'member')
  const page = await open(jo, { path: '/settings/chat-apps', size: phone, theme: 'dark' })
  await page.getByText('Once an administrator connects a chat app').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Connect an app' }).count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
})
