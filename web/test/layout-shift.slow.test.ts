import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useFilledTenant } from './filled-tenant.ts'
import { useConsole } from './use-console.ts'
import { followRequests, readLayoutShifts, sizes, waitForView } from './view-checks.ts'

const { service, open, baseUrl } = useConsole()
const filled = useFilledTenant(service)

/** Pages opened from links or bookmarks: the start of each screen, and one item of each kind. */
const opened = (): string[] => [
  '/inbox',
  filled.thread,
  '/boards',
  filled.board,
  filled.task,
  '/projects',
  '/projects/campaign',
  filled.project,
  '/studio',
  filled.made,
  '/speech',
  '/speech?tab=transcriptions',
  '/social',
  filled.post,
  '/workflows',
  filled.workflow,
  filled.run,
  '/chat',
  '/settings/members',
  '/settings/notifications',
]

const atOnce = 3

/**
 * Delivers each response two frames after the one before, so that every intermediate state is rendered,
 * however fast the machine is. Intercepting requests would turn off the browser's cache.
 */
const slowly = `{
  const { fetch } = window
  const frame = () => new Promise((then) => requestAnimationFrame(then))
  let last = Promise.resolve()
  window.heldResponses = 0
  window.fetch = async (...request) => {
    const response = await fetch(...request)
    window.heldResponses += 1
    last = last.then(frame).then(frame)
    await last
    requestAnimationFrame(() => requestAnimationFrame(() => { window.heldResponses -= 1 }))
    return response
  }
}`

async function load(page: Page, waiting: () => number, path: string): Promise<string[]> {
  await page.goto(baseUrl() + path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await waitForView(page, waiting)
  const { sum, what } = await readLayoutShifts(page)
  return sum < 0.02 ? [] : [`${path}: ${sum.toFixed(3)}, ${what.join(', ')}`]
}

test.each(['wide', 'phone'] as const)('nothing shifts while loading: %s', async (size) => {
  const paths = opened()
  const all = await Promise.all(
    Array.from({ length: atOnce }, async (_, first) => {
      const page = await open(filled.owner, { size: sizes[size], path: '/sign-in' })
      const waiting = followRequests(page)
      // The script lasts as long as this session, so the page can be used again.
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: slowly })
      const moved: string[] = []
      for (let at = first; at < paths.length; at += atOnce) {
        moved.push(...(await load(page, waiting, paths[at] ?? '/')))
      }
      await devtools.detach()
      return moved
    }),
  )
  expect(all.flat()).toEqual([])
})
