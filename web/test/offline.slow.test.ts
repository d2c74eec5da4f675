import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { workflowClient } from '../../server/src/features/workflows/test-workflows.ts'
import { callAs, useTenant } from '../../server/test/harness.ts'
import { buildNotification, notifyPath } from '../../server/test/notify.ts'
import { startTcpProxy } from '../../server/test/tcp-proxy.ts'
import { intercept } from './intercept.ts'
import { findViolations, useConsole } from './use-console.ts'

// Its own service, because its public URL is the proxy's.
const { service, open, baseUrl } = useConsole({})
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
const mia = useTenant(service, beforeEach)
const workflows = workflowClient(service, () => mia)

beforeAll(async () => {
  proxy = await startTcpProxy(baseUrl())
  service.deps.config.publicUrl = proxy.baseUrl
})

afterAll(() => proxy.close())

afterEach(() => proxy.restore())

const at = (path: string) => ({ path, from: proxy.baseUrl })
const bar = (page: Page) => page.getByText(/connection is lost/)

const call = callAs(service, mia)
const sendNotification = (title: string) =>
  call('POST', notifyPath, buildNotification(mia, { title }))

/** A board with one task in its column To Do. */
async function createBoard() {
  await call('POST', '/api/v1/pm/boards', { title: 'Launch', slug: 'launch' })
  const { results } = await call('GET', '/api/v1/pm/boards/launch/status')
  const column = (name: string) =>
    results.find(({ title }: { title: string }) => title === name).id as string
  const task = await call('POST', '/api/v1/pm/tasks', {
    board: 'launch',
    status: column('To Do'),
    title: 'Write the letter',
  })
  return { task, column }
}

async function startRun() {
  const ask = { id: 'approval', type: 'ask', kind: 'approval', question: 'Is it good?' }
  const run = await workflows.start(await workflows.define({ title: 'Ask', steps: [ask] }))
  await workflows.waitForStep(run, 'approval', 'waiting')
  return run
}

const inColumn = (page: Page, name: string, title: string) =>
  page.getByRole('region', { name, exact: true }).getByText(title, { exact: true })

describe('while the server is unreachable', () => {
  test('old data stays, forms keep their text, and missed events appear afterwards', async () => {
    await sendNotification('Before the storm')
    const { task, column } = await createBoard()
    const run = await startRun()
    const inbox = await open(mia, at('/inbox'))
    const board = await open(mia, at(`/boards/launch/${task.slug}`))
    const running = await open(mia, at(`/workflows/${run.id}/runs/${run.runId}`))
    const chat = await open(mia, at('/chat'))
    const pages = [inbox, board, running, chat]
    await inbox.getByRole('link', { name: /Before the storm/ }).waitFor()
    await board.getByRole('dialog').getByRole('textbox', { name: 'Comment' }).waitFor()
    await running.getByRole('status').getByText('Running').waitFor()
    await chat.getByLabel('Write in agent-alerts').waitFor()

    for (const page of pages) await page.context().setOffline(true)
    await proxy.close()
    for (const page of pages) await bar(page).waitFor({ state: 'attached' })
    await expect
      .poll(() => inbox.getByRole('link', { name: /Before the storm/ }).isVisible())
      .toBe(true)
    const comment = board.getByRole('dialog').getByRole('textbox', { name: 'Comment' })
    await comment.fill('Said into the wind')
    await board.getByRole('button', { name: 'Comment', exact: true }).click()
    const words = chat.getByLabel('Write in agent-alerts')
    await words.fill('Is anybody there?')
    await words.press('Enter')
    for (const page of [board, chat]) await page.getByText(/server is not responding/).waitFor()
    await expect.poll(() => comment.inputValue()).toBe('Said into the wind')
    await expect.poll(() => words.inputValue()).toBe('Is anybody there?')

    await sendNotification('During the storm')
    await call('POST', `/api/v1/pm/tasks/${task.id}/move`, { status: column('In Progress') })
    await call('POST', '/api/v1/chat/channels/agent-alerts/messages', { text: 'I was here.' })
    await workflows.command(run, 'terminate', { reason: 'The storm' })

    await proxy.restore()
    for (const page of pages) await page.context().setOffline(false)
    await inbox.getByRole('link', { name: /During the storm/ }).waitFor()
    await chat.getByText('I was here.').waitFor()
    await running.getByRole('status').getByText('Terminated').waitFor()
    await inColumn(board, 'In Progress', 'Write the letter').waitFor({ state: 'attached' })
    for (const page of pages) await bar(page).waitFor({ state: 'detached' })
    await expect.poll(() => comment.inputValue()).toBe('Said into the wind')
    await board.getByRole('button', { name: 'Comment', exact: true }).click()
    await board.getByRole('listitem').getByText('Said into the wind').waitFor()
    await words.press('Enter')
    await chat.getByRole('log').getByText('Is anybody there?').waitFor()
  })

  test('a page opened meanwhile says so, and continues once the server is back', async () => {
    const page = await open(mia, at('/chat'))
    await page.getByRole('heading', { name: '# agent-alerts' }).waitFor()
    // The page itself loads, as from an intermediate cache, but its requests fail.
    await intercept(page, '**/api/**', (route) => route.abort('connectionrefused'))
    await page.goto(`${proxy.baseUrl}/boards`)
    await page
      .getByRole('alert')
      .getByText(/server is not responding/)
      .waitFor()
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Boards', exact: true }).waitFor()
  })
})

test('with the server down, the first load shows our own page, and then the console', async () => {
  const page = await open(mia, at('/chat'))
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  await proxy.close()
  await page.goto(`${proxy.baseUrl}/boards`)
  await page.getByRole('heading', { name: 'The server is not responding' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await proxy.restore()
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Boards', exact: true }).waitFor()
})

describe('a session that ends while its page is open', () => {
  test('leads to the sign-in page, which says why, and back to the same place', async () => {
    const { task } = await createBoard()
    const path = `/boards/launch/${task.slug}`
    const page = await open(mia, at(path))
    const comment = page.getByRole('dialog').getByRole('textbox', { name: 'Comment' })
    await comment.fill('Half a sen')
    // A new password ends all other sessions; nobody presses anything in this one.
    const password = 'correct horse battery'
    await call('POST', '/api/v1/auth/password', { new_password: password })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByText(/session has ended/).waitFor()
    await page.getByLabel('Email').fill(mia.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(proxy.baseUrl + path)
    await comment.waitFor()
    await expect.poll(() => comment.inputValue()).toBe('Half a sen')
  })
})
