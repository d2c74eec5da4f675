import { expect, test } from 'vitest'
import { useFilledTenant } from './filled-tenant.ts'
import { useConsole } from './use-console.ts'
import {
  checkOpened,
  checkView,
  close,
  countPopups,
  followRequests,
  listPopups,
  showView,
  waitForView,
} from './view-checks.ts'
import { outsideViews, redirects, views } from './views.ts'

/** The screens in parts of about the same size, because checking all of them takes minutes. */
const parts = {
  talk: ['tasks', 'start', 'inbox', 'threads', 'chat'],
  boards: ['boards', 'assets', 'social'],
  tools: ['projects', 'studio', 'speech', 'workflows', 'settings'],
}

const findScreen = (route: string) => route.split('/')[1] ?? ''

/** Checks every view of a part of the screens, with everything that opens from it. */
export function checkEveryView(part: keyof typeof parts): void {
  const { service, open } = useConsole()
  const filled = useFilledTenant(service)

  test('every view is in the list, and the list names nothing else', async () => {
    const page = await open(filled.owner)
    const known = (await page.evaluate('Object.keys(__TSR_ROUTER__.routesByPath)')) as string[]
    const listed = [...views, ...outsideViews].map(({ route }) => route)
    expect([...new Set([...listed, ...redirects])].sort()).toEqual(known.sort())
    const screens = new Set(views.map(({ route }) => findScreen(route)))
    expect(Object.values(parts).flat().sort()).toEqual([...screens].sort())
  })

  test.each(parts[part])('every view of %s with data', async (screen) => {
    const page = await open(filled.owner)
    const waiting = followRequests(page)
    const seen = new Set<string>()
    const faults: string[] = []
    for (const view of views.filter(({ route }) => findScreen(route) === screen)) {
      const at = await showView(page, waiting, view, filled)
      const before = await countPopups(page)
      faults.push(...(await checkView(page, at)))
      for (const [name, step] of Object.entries(view.opens ?? {})) {
        await step(page)
        await page.getByRole('dialog').waitFor()
        await waitForView(page, waiting)
        faults.push(...(await checkOpened(page, `${at} → ${name}`)))
        await close(page, before)
      }
      for (const popup of await listPopups(page, seen)) {
        await popup.trigger.click()
        await page.locator('[role=menu], [role=listbox], [role=dialog]').last().waitFor()
        faults.push(...(await checkOpened(page, `${at} → ${popup.name}`, ['wide'])))
        await close(page, before)
      }
    }
    expect(faults).toEqual([])
  })
}
