import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { callAs, useTenant } from '../../server/test/harness.ts'
import { notify } from '../../server/test/notify.ts'
import { fit } from '../src/app/palette/fit.ts'
import { intercept } from './intercept.ts'
import { findViolations, phone, useConsole } from './use-console.ts'

const { service, open, baseUrl } = useConsole()
const mia = useTenant(service)
let task: { id: string; slug: string }
let project: { id: string }

const call = callAs(service, mia)
const make = (path: string, body: object) => call('POST', path, body)

beforeAll(async () => {
  await make('/api/v1/pm/boards', { title: 'Comet', slug: 'comet' })
  task = await make('/api/v1/pm/tasks', { board: 'comet', title: 'Watch the comet' })
  await make('/api/v1/pm/tasks', { board: 'comet', title: 'Comet news' })
  project = await make('/api/v1/projects/campaign', { title: 'Comet campaign' })
  await notify(service, mia, { category: 'agentNudge', title: 'The comet is near' })
})

const field = (page: Page) => page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox')
const result = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })

/** An open dialog hides the heading, so this also waits until the one before is closed. */
async function openPalette(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
}

describe('the match', () => {
  test.each([
    ['Inbox', 'inbox', 0],
    ['Inbox', 'inb', 1],
    ['API keys', 'keys', 2],
    ['Crème brûlée', 'eme', 3],
    ['Switch to dark', 'dark switch', 4],
    ['Switch to dark', 'swdk', 5],
    ['Inbox', 'xobni', undefined],
  ])('%s by %s', (title, letters, rank) => {
    expect(fit(title, letters)).toBe(rank)
  })
})

describe('Ctrl-K', () => {
  test('finds everything by a few letters, best match first, by keyboard alone', async () => {
    const page = await open(mia, { path: '/inbox' })
    await openPalette(page)
    await page.keyboard.type('comet')
    for (const name of [/^Comet news/, /^Comet campaign/, /^The comet is near/]) {
      await result(page, name).waitFor()
    }
    const tasks = page.getByRole('group', { name: 'Tasks' }).getByRole('menuitem')
    await tasks.nth(0).getByText('Comet news').waitFor()
    await tasks.nth(1).getByText('Watch the comet').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await openPalette(page)
    await page.keyboard.type('watch the')
    await result(page, /^Watch the comet/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/boards/[^/]+/${task.slug}$`))
  })

  test('an id or a slug opens its record directly', async () => {
    const page = await open(mia, { path: '/inbox' })
    for (const [name, url] of [
      [task.slug.toLowerCase(), `/${task.slug}`],
      [project.id, `/projects/campaign/${project.id}`],
    ] as const) {
      await page.goto(`${baseUrl()}/inbox`)
      await openPalette(page)
      await field(page).fill(name)
      await page.keyboard.press('Enter')
      await page.waitForURL(({ pathname }) => pathname.endsWith(url))
    }
  })

  test('a search that hangs or is refused delays nothing, and outdated queries are dropped', async () => {
    const page = await open(mia, { path: '/inbox' })
    await openPalette(page)
    const dropped: string[] = []
    page.on('requestfailed', (request) => dropped.push(request.url()))
    await intercept(page, '**/api/v1/projects?*', () => {})
    await intercept(page, '**/api/v1/pm/boards?*', (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'permission_denied', detail: 'No.' }),
      }),
    )
    const asked = page.waitForRequest(/v1\/projects\?.*search=com(&|$)/)
    await page.keyboard.type('com')
    await asked
    await page.keyboard.type('et')
    await result(page, /^Comet news/).waitFor()
    await result(page, /^The comet is near/).waitFor()
    await expect.poll(() => dropped.some((url) => /search=com(&|$)/.test(url))).toBe(true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('runs commands: theme, invitation, new task, shortcuts', async () => {
    const page = await open(mia, { path: '/inbox' })
    const run = async (letters: string, name: string) => {
      await openPalette(page)
      await field(page).fill(letters)
      await result(page, name).waitFor()
      await page.keyboard.press('Enter')
    }
    await run('dark', 'Switch to dark theme')
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await run('invite', 'Invite someone')
    await page.getByRole('dialog', { name: 'Invite a person' }).waitFor()
    await page.keyboard.press('Escape')
    await run('new task', 'New task')
    await page.getByRole('dialog', { name: 'New task' }).waitFor()
    await page.keyboard.press('Escape')
    await run('keyboard', 'Keyboard shortcuts')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  test('is a button on a phone', async () => {
    const page = await open(mia, { path: '/inbox', size: phone, theme: 'dark' })
    await page.getByRole('button', { name: 'Search' }).tap()
    await field(page).fill('engines')
    expect(await findViolations(page)).toEqual([])
    await result(page, /^Engines/).tap()
    await page.waitForURL(`${baseUrl()}/settings/engines`)
  })
})

test('? lists the shortcuts, those of the screen first', async () => {
  const page = await open(mia, { path: '/boards/comet' })
  await page.getByRole('heading', { name: 'Comet' }).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  await expect
    .poll(() => help.getByRole('heading', { level: 3 }).first().textContent())
    .toBe('Boards')
  await page.keyboard.press('Escape')
  await page.getByLabel('Search on this board').press('?')
  await expect.poll(() => help.count()).toBe(0)
})
