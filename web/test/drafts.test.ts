import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { workflowsOf } from '../../server/src/features/workflows/test-workflows.ts'
import { useColleague, useTenant } from '../../server/test/harness.ts'
import { base, useNetworks } from '../../server/test/use-social.ts'
import { newBoard } from './board-page.ts'
import { hasCode, replaceText } from './code-editor.ts'
import { answer, isWrite, problem } from './failing-server.ts'
import { violationsOf, withConsole } from './with-console.ts'

const { service, open, signIn } = withConsole()
const mia = useTenant(service)
const jo = useColleague(service, mia, 'member')
const { accounts } = useNetworks()
const { call, define } = workflowsOf(service, () => mia)

const clickOutside = (page: Page) => page.mouse.click(5, 5)

test('a new task survives a click outside and a reload, only for its author, until it is created', async () => {
  const { path } = await newBoard(service, mia, [])
  const page = await open(mia, { path })
  const dialog = page.getByRole('dialog', { name: 'New task' })
  const title = dialog.getByLabel('Title')
  const begin = async () => {
    await page.getByRole('heading', { name: /^Board/ }).waitFor()
    await page.keyboard.press('c')
    await title.waitFor()
  }
  await begin()
  await title.fill('Write to the printer')
  await dialog.getByLabel('Description').fill('Ask for proofs')
  await clickOutside(page)
  await dialog.waitFor({ state: 'hidden' })
  await page.reload()
  await begin()
  expect(await title.inputValue()).toBe('Write to the printer')
  await dialog.getByText('Draft restored.').waitFor()
  expect(await violationsOf(page)).toEqual([])

  await signIn(page.context(), jo)
  await page.goto('about:blank')
  await page.goBack()
  await begin()
  expect(await title.inputValue()).toBe('')
  await signIn(page.context(), mia)
  await page.reload()
  await begin()
  await dialog.getByLabel('Description').press('Control+Enter')
  await page.getByText(/is on the board\./).waitFor()
  await begin()
  expect(await title.inputValue()).toBe('')
})

test('a description that the server could not save stays, and nobody else is blamed', async () => {
  const { path, tasks, call } = await newBoard(service, mia, ['Letter'])
  const [task] = tasks
  const page = await open(mia, { path: `${path}/${task.slug}` })
  const description = page.getByLabel('Description', { exact: true })
  await page.getByRole('button', { name: 'Add a description …' }).click()
  const restore = await answer(page, isWrite, (route) =>
    route.fulfill(problem(500, 'internal_error', 'Something broke.', 'r1')),
  )
  await description.fill('Dear all')
  await description.press('Control+Enter')
  await page.getByText('Something broke.').waitFor()
  expect(await description.inputValue()).toBe('Dear all')
  expect(await page.getByText(/Someone else changed/).count()).toBe(0)
  await clickOutside(page)
  await restore()
  await page.goto(new URL(`${path}/${task.slug}`, page.url()).href)
  expect(await description.inputValue()).toBe('Dear all')
  await description.press('Control+Enter')
  await expect
    .poll(async () => (await call('GET', `/api/v1/pm/tasks/${task.id}`)).description)
    .toBe('Dear all')
  await description.waitFor({ state: 'hidden' })
})

test('a post and a definition are there again after leaving', async () => {
  await call('POST', `${base}/accounts`, { ...accounts.webhook(), name: 'News' })
  const page = await open(mia, { path: '/social' })
  await page.getByRole('button', { name: 'Write a post' }).first().click()
  const text = page.getByRole('dialog').getByLabel('Text')
  await text.fill('The autumn mug is here')
  await clickOutside(page)
  await text.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: 'Write a post' }).first().click()
  expect(await text.inputValue()).toBe('The autumn mug is here')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  expect(await text.inputValue()).toBe('')

  const id = await define({ steps: [{ id: 'one', type: 'wait', seconds: 1 }] })
  const url = new URL(`/workflows/${id}?view=definition`, page.url()).href
  await page.goto(url)
  const area = page.getByRole('textbox', { name: 'Definition' })
  await replaceText(area, '{ "title": "Half')
  await page.goto(new URL('/inbox', page.url()).href)
  await page.goto(url)
  await hasCode(area, '{ "title": "Half')
})
