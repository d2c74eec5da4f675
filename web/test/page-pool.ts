import type { Browser, Page } from 'playwright-core'

/**
 * Pages that tests reuse one after another. A new page costs half a second per test, mostly for a
 * new browser process; a reused page only reloads the console.
 */
export interface PagePool {
  acquire(kind: { hasTouch: boolean }): Promise<Page>
  /** Removes the session and everything else that a test leaves in a page. */
  release(page: Page): Promise<void>
}

export function createPagePool(browser: Browser): PagePool {
  const free: Page[] = []
  const kinds = new WeakMap<Page, boolean>()
  return {
    async acquire({ hasTouch }) {
      const at = free.findIndex((page) => kinds.get(page) === hasTouch)
      const [found] = at < 0 ? [] : free.splice(at, 1)
      if (found) return found
      const context = await browser.newContext({ reducedMotion: 'reduce', hasTouch })
      const page = await context.newPage()
      kinds.set(page, hasTouch)
      return page
    },
    async release(page) {
      const context = page.context()
      if (page.isClosed()) return context.close()
      page.removeAllListeners()
      for (const other of context.pages()) if (other !== page) await other.close()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.setOffline(false)
      await context.clearPermissions()
      await context.clearCookies()
      await clearStorage(page)
      free.push(page)
    },
  }
}

async function clearStorage(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  if (origin !== 'null') await page.evaluate('sessionStorage.clear()')
  // Leaves the console first, so that it writes nothing more.
  await page.goto('about:blank')
  const devtools = await page.context().newCDPSession(page)
  const storageTypes = 'local_storage,indexeddb,service_workers,cache_storage'
  if (origin !== 'null') await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.detach()
}
