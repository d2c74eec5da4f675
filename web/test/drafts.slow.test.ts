import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { workflowClient } from '../../server/src/features/workflows/test-workflows.ts'
import { useColleague, useTenant } from '../../server/test/harness.ts'
import { base, useNetworks } from '../../server/test/use-social.ts'
import { createBoard } from './board-page.ts'
import { replaceText, waitForCode } from './code-editor.ts'
import { failWrites } from './failing-server.ts'
import { insertTranscription } from './insert-records.ts'
import { findViolations, useConsole } from './use-console.ts'

const { service, open, signIn } = useConsole()
const mia = useTenant(service)
const jo = useColleague(service, mia, 'member')
const { accounts } = useNetworks()
const { call, define } = workflowClient(service, () => mia)

const clickOutside = (page: Page) => page.mouse.click(5, 5)

test('a new task survives a click outside and a reload, only for its author, until it is created', async () => {
  const { path } = await createBoard(service, mia, [])
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
  await expect.poll(() => title.inputValue()).toBe('Write to the printer')
  await dialog.getByText('Draft restored.').waitFor()
  expect(await findViolations(page)).toEqual([])

  await signIn(page.context(), jo)
  await page.goto('about:blank')
  await page.goBack()
  await begin()
  await expect.poll(() => title.inputValue()).toBe('')
  await signIn(page.context(), mia)
  await page.reload()
  await begin()
  await dialog.getByLabel('Description').press('Control+Enter')
  await page.getByText(/is on the board\./).waitFor()
  await begin()
  await expect.poll(() => title.inputValue()).toBe('')
})

test('a description that the server could not save stays, and nobody else is blamed', async () => {
  const { path, tasks, call } = await createBoard(service, mia, ['Letter'])
  const [task] = tasks
  const page = await open(mia, { path: `${path}/${task.slug}` })
  const description = page.getByLabel('Description', { exact: true })
  await page.getByRole('button', { name: 'Add a description …' }).click()
  await failWrites(page, {
    status: 500,
    code: 'internal_error',
    detail: 'Something broke.',
    requestId: 'r1',
  })
  await description.fill('Dear all')
  await description.press('Control+Enter')
  await page.getByText('Something broke.').waitFor()
  await expect.poll(() => description.inputValue()).toBe('Dear all')
  await expect.poll(() => page.getByText(/Someone else changed/).count()).toBe(0)
  await clickOutside(page)
  await page.goto(new URL(`${path}/${task.slug}`, page.url()).href)
  await expect.poll(() => description.inputValue()).toBe('Dear all')
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
  await expect.poll(() => text.inputValue()).toBe('The autumn mug is here')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect.poll(() => text.inputValue()).toBe('')

  const id = await define({ steps: [{ id: 'one', type: 'wait', seconds: 1 }] })
  const url = new URL(`/workflows/${id}?view=definition`, page.url()).href
  await page.goto(url)
  const area = page.getByRole('textbox', { name: 'Definition' })
  await replaceText(area, '{ "title": "Half')
  await page.goto(new URL('/inbox', page.url()).href)
  await page.goto(url)
  await waitForCode(area, '{ "title": "Half')
})

const typed = 'Zwölf Boxkämpfer jagen 🥊 “Eva” – 100 % <b>'

interface Editor {
  path: string
  /** Opens the editor, takes the server away, types, and tries to send. */
  write(page: Page, away: () => Promise<void>): Promise<unknown>
  /** Opens the editor again and returns a function that reads its text. */
  reopen(page: Page): Promise<() => Promise<string>>
}

async function everyEditor(): Promise<Record<string, Editor>> {
  await call('POST', `${base}/accounts`, { ...accounts.webhook(), name: 'Posts' })
  const { path: board, tasks } = await createBoard(service, mia, ['Letter'])
  const task = `${board}/${tasks[0].slug}`
  const workflow = await define({ steps: [{ id: 'one', type: 'wait', seconds: 1 }] })
  const { body: project } = await call('POST', '/api/v1/projects/campaign', {
    title: 'Spring',
    data: { body: 'Made by hand.' },
  })
  const phrases = [{ start: 0, end: 900, text: 'Good mourning' }]
  const transcript = await insertTranscription(service, mia, { status: 'DONE', phrases })

  const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const fill = (field: (page: Page) => Promise<Locator>, keys: string[] = []) => ({
    write: async (page: Page, away: () => Promise<void>) => {
      const into = await field(page)
      await into.waitFor()
      await away()
      await into.fill(typed)
      for (const key of keys) await into.press(key)
    },
    reopen: async (page: Page) => {
      const into = await field(page)
      return () => into.inputValue()
    },
  })
  const send = ['Control+Enter']
  const comment = fill(async (page) => box(page, 'Comment'), send)
  const code = (page: Page) => box(page, 'Definition')
  const document = (page: Page) => box(page, 'Document text')
  return {
    composer: {
      path: '/social',
      ...fill(async (page) => {
        await page.getByRole('button', { name: 'Write a post' }).first().click()
        return page.getByRole('dialog').getByLabel('Text')
      }),
    },
    'new task': {
      path: board,
      ...fill(async (page) => {
        await page.getByRole('heading', { name: /^Board/ }).waitFor()
        await page.keyboard.press('c')
        return page.getByRole('dialog', { name: 'New task' }).getByLabel('Title')
      }, send),
    },
    description: {
      path: task,
      write: async (page, away) => {
        await page.getByRole('button', { name: 'Add a description …' }).click()
        await away()
        await box(page, 'Description').fill(typed)
        await box(page, 'Description').press('Control+Enter')
      },
      reopen: async (page) => () => box(page, 'Description').inputValue(),
    },
    comment: { path: task, ...comment },
    workflow: {
      path: `/workflows/${workflow}?view=definition`,
      write: async (page, away) => {
        await code(page).waitFor()
        await away()
        await replaceText(code(page), typed)
      },
      reopen: async (page) => () => code(page).locator('.cm-line').first().innerText(),
    },
    document: {
      path: `/projects/campaign/${project.id}`,
      write: async (page, away) => {
        await document(page).waitFor()
        await away()
        await replaceText(document(page), typed)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
      },
      reopen: async (page) => async () => (await document(page).innerText()).trim(),
    },
    'comment on a document': { path: `/projects/campaign/${project.id}`, ...comment },
    transcript: {
      path: `/speech/${transcript}`,
      write: async (page, away) => {
        await page.getByRole('button', { name: 'Edit as text' }).click()
        await box(page, 'Text at 0:00').waitFor()
        await away()
        await box(page, 'Text at 0:00').fill(typed)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
      },
      reopen: async (page) => () => box(page, 'Text at 0:00').inputValue(),
    },
  }
}

test('no editor loses a character while the server is away', async () => {
  const page = await open(mia, { path: '/inbox' })
  for (const [name, { path, write, reopen }] of Object.entries(await everyEditor())) {
    const address = new URL(path, page.url()).href
    await page.goto(address)
    await write(page, () => page.context().setOffline(true))
    await page.reload().catch(() => {})
    await page.context().setOffline(false)
    await page.goto(address)
    await expect.poll(await reopen(page), { message: name }).toBe(typed)
  }
})
