import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Filled, fillTenant } from './filled-tenant.ts'
import {
  checkOpened,
  checkView,
  followRequests,
  goTo,
  popupsOf,
  settled,
  sizes,
} from './view-checks.ts'
import { outsideViews, redirects, type View, views } from './views.ts'
import { withConsole } from './with-console.ts'

const { service, open, address } = withConsole()
// Many views, on machines that do other things as well; each wait has a limit of its own.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let filled: Filled

beforeAll(async () => {
  filled = await fillTenant(service)
})

const screenOf = (route: string) => route.split('/')[1] ?? ''
const screens = [...new Set(views.map(({ route }) => screenOf(route)))]

async function show(page: Page, waiting: () => number, view: View): Promise<string> {
  const { path, heading, isDialog } = view
  const at = path(filled)
  await goTo(page, at)
  await page
    .getByRole('heading', { level: 1, name: heading, includeHidden: true })
    .waitFor({ state: 'attached' })
  if (isDialog) await page.getByRole('dialog').waitFor()
  await settled(page, waiting)
  return at
}

const inFront = (page: Page) =>
  page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox][data-rac]').count()

/** Closes what was opened; a task that is itself in front of its board stays. */
async function close(page: Page, before: number): Promise<void> {
  for (let tries = 0; tries < 3 && (await inFront(page)) > before; tries++) {
    await page.keyboard.press('Escape')
    await expect
      .poll(() => inFront(page), { timeout: 1000 })
      .toBeLessThanOrEqual(before)
      .catch(() => {})
  }
}

describe('every view', () => {
  test('is in the list, and the list names nothing else', async () => {
    const page = await open(filled.owner)
    const known = (await page.evaluate('Object.keys(__TSR_ROUTER__.routesByPath)')) as string[]
    const listed = [...views, ...outsideViews].map(({ route }) => route)
    expect([...new Set([...listed, ...redirects])].sort()).toEqual(known.sort())
  })

  test.each(screens)('of %s with data', async (screen) => {
    const page = await open(filled.owner)
    const waiting = followRequests(page)
    const seen = new Set<string>()
    const faults: string[] = []
    for (const view of views.filter(({ route }) => screenOf(route) === screen)) {
      const at = await show(page, waiting, view)
      const before = await inFront(page)
      faults.push(...(await checkView(page, at)))
      for (const [name, step] of Object.entries(view.opens ?? {})) {
        await step(page)
        await page.getByRole('dialog').waitFor()
        await settled(page, waiting)
        faults.push(...(await checkOpened(page, `${at} → ${name}`)))
        await close(page, before)
      }
      for (const popup of await popupsOf(page, seen)) {
        await popup.trigger.click()
        await page.locator('[role=menu], [role=listbox], [role=dialog]').last().waitFor()
        faults.push(...(await checkOpened(page, `${at} → ${popup.name}`, ['wide'])))
        await close(page, before)
      }
    }
    expect(faults).toEqual([])
  })

  test('without data', async () => {
    const page = await open(await service.tenant())
    const waiting = followRequests(page)
    const faults: string[] = []
    for (const view of views.filter(({ isOnEmpty }) => isOnEmpty)) {
      faults.push(...(await checkView(page, `${await show(page, waiting, view)} (empty)`)))
    }
    expect(faults).toEqual([])
  })

  test('for people who are not signed in, and where there is nothing', async () => {
    const faults: string[] = []
    const outside = await open(null, { path: '/sign-in' })
    for (const { path, heading } of outsideViews) {
      // What is behind the # alone would not load it anew.
      await outside.goto('about:blank')
      await outside.goto(address() + path)
      await outside.getByRole('heading', { level: 1, name: heading }).waitFor()
      faults.push(...(await checkView(outside, path)))
    }
    const lost = await open(filled.owner, { path: '/boards/nowhere' })
    await lost.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    faults.push(...(await checkView(lost, '/boards/nowhere')))
    expect(faults).toEqual([])
  })

  test('on a phone, the other screens are behind “More”', async () => {
    const page = await open(filled.owner, { size: sizes.phone })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
    expect(await checkOpened(page, 'More', ['phone'])).toEqual([])
  })
})
