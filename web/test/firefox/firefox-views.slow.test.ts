import { describe, expect, test } from 'vitest'
import { isSoak } from '../../../server/test/soak.ts'
import { useFilledTenant } from '../filled-tenant.ts'
import {
  close,
  countPopups,
  findOverflow,
  followRequests,
  showView,
  sizes,
  waitForView,
} from '../view-checks.ts'
import { outsideViews, views } from '../views.ts'
import { useFirefox } from './use-firefox.ts'

const screens = [...new Set(views.map(({ route }) => route.split('/')[1] ?? ''))]

describe.skipIf(!isSoak)('in Firefox', () => {
  const { service, baseUrl, open } = useFirefox()
  const filled = useFilledTenant(service)

  test.each(screens)('every view of %s', async (screen) => {
    const page = await open(filled.owner)
    const waiting = followRequests(page)
    const faults: string[] = []
    for (const view of views.filter(({ route }) => route.split('/')[1] === screen)) {
      for (const size of ['phone', 'wide'] as const) {
        await page.setViewportSize(sizes[size])
        const at = await showView(page, waiting, view, filled)
        faults.push(...(await findOverflow(page, `${at}, ${size}`)))
      }
      const before = await countPopups(page)
      for (const [name, openDialog] of Object.entries(view.opens ?? {})) {
        await openDialog(page)
        await page.getByRole('dialog').waitFor()
        await waitForView(page, waiting)
        for (const size of ['phone', 'wide'] as const) {
          await page.setViewportSize(sizes[size])
          faults.push(...(await findOverflow(page, `${page.url()} → ${name}, ${size}`)))
        }
        await close(page, before)
      }
    }
    expect(faults).toEqual([])
  })

  test('every view for people who are not signed in', async () => {
    const page = await open(null, { path: '/sign-in' })
    const faults: string[] = []
    for (const { path, heading } of outsideViews) {
      // A change of the hash alone would not reload the page.
      await page.goto('about:blank')
      await page.goto(baseUrl() + path)
      for (const size of ['phone', 'wide'] as const) {
        await page.setViewportSize(sizes[size])
        await page.getByRole('heading', { level: 1, name: heading }).waitFor()
        faults.push(...(await findOverflow(page, `${path}, ${size}`)))
      }
    }
    expect(faults).toEqual([])
  })
})
