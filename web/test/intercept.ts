import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'

/** A path that only a test responds to. */
const probe = '/is-intercepted'

/**
 * Handles requests of an open page in the test. Playwright's `route` returns before the browser
 * applies it, so now and then a request made soon after still reaches the server.
 */
export async function intercept(
  page: Page,
  pattern: string,
  handle: (route: Route) => unknown,
  options?: { times?: number },
): Promise<void> {
  // source-rules: waits below.
  await page.route(pattern, handle, options)
  // source-rules: waits below.
  await page.route(`**${probe}`, (route) => route.fulfill({ status: 204 }))
  const askOnce = `fetch('${probe}').then(({ status }) => status)`
  await expect.poll(() => page.evaluate(askOnce)).toBe(204)
}
