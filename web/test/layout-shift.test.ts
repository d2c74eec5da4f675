import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { useFilledTenant } from './filled-tenant.ts'
import { followRequests, settled, shiftsOf, sizes } from './view-checks.ts'
import { withConsole } from './with-console.ts'

const { service, open, baseUrl } = withConsole()
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

const stepMs = 40
const atOnce = 3

/** Delays each response to its own frame, so that every intermediate state is rendered. */
function slowly(): (route: Route) => Promise<void> {
  let asked = 0
  return async (route) => {
    asked += 1
    await new Promise((then) => setTimeout(then, stepMs * asked))
    // The page may have been closed meanwhile.
    await route.continue().catch(() => {})
  }
}

async function load(page: Page, waiting: () => number, path: string): Promise<string[]> {
  const handler = slowly()
  await page.route('**/api/v1/**', handler)
  await page.goto(baseUrl() + path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await settled(page, waiting)
  await page.unroute('**/api/v1/**', handler)
  const { sum, what } = await shiftsOf(page)
  return sum < 0.02 ? [] : [`${path}: ${sum.toFixed(3)}, ${what.join(', ')}`]
}

test.each(['wide', 'phone'] as const)('nothing shifts while loading: %s', async (size) => {
  const paths = opened()
  const all = await Promise.all(
    Array.from({ length: atOnce }, async (_, first) => {
      const page = await open(filled.owner, { size: sizes[size], path: '/sign-in' })
      const waiting = followRequests(page)
      const moved: string[] = []
      for (let at = first; at < paths.length; at += atOnce) {
        moved.push(...(await load(page, waiting, paths[at] ?? '/')))
      }
      return moved
    }),
  )
  expect(all.flat()).toEqual([])
})
