import { expect, test } from 'vitest'
import { readConfig } from '../../server/src/config.ts'
import { useConsole } from './use-console.ts'
import { followRequests, waitForView } from './view-checks.ts'
import { views } from './views.ts'

const { rateLimit } = readConfig({}, false)
const { service, baseUrl, open } = useConsole({ rateLimit })

test('loading every view, one right after the other, stays within the limits of a session', async () => {
  const page = await open(await service.tenant())
  const waiting = followRequests(page)
  const refused: string[] = []
  let requests = 0
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return
    requests++
    if (response.status() === 429) refused.push(response.url())
  })
  const perLoad: number[] = []
  for (const { path } of views.filter(({ isOnEmpty }) => isOnEmpty)) {
    requests = 0
    await page.goto(baseUrl() + path({} as never))
    await waitForView(page, waiting)
    perLoad.push(requests)
  }
  expect(refused).toEqual([])
  // Ten tabs that open at once, as after a restart of the browser.
  const burst = rateLimit.perSecond * rateLimit.burstSeconds
  expect(Math.max(...perLoad), perLoad.join(', ')).toBeLessThanOrEqual(burst / 10)
  expect(Math.min(...perLoad)).toBeGreaterThan(0)
})
