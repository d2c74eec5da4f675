import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import type { Config } from '../../server/src/config.ts'
import { sessionCookie } from '../../server/src/features/auth/browser-cookie.ts'
import { newBrowserSession } from '../../server/src/features/auth/sessions.ts'
import { type Harness, type Tenant, useService } from '../../server/test/harness.ts'
import type { PagePool } from './page-pool.ts'
import { listen, workerTest } from './worker-fixtures.ts'

export { findViolations } from './axe.ts'

const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }
/** The timeout for things that are certain to happen, so that a busy machine causes no failure. */
export const maxWaitMs = 280_000

interface OpenOptions {
  size?: { width: number; height: number }
  theme?: 'light' | 'dark'
  path?: string
  /** Replaces the server's own URL, for example with one that can be cut off. */
  from?: string
}

export interface Console {
  service: Harness
  /** The server's URL as the browser uses it. */
  baseUrl(): string
  /** A page with its own cookies and storage, signed in as the tenant, or signed out for null. */
  open(tenant: Tenant | null, options?: OpenOptions): Promise<Page>
  /** Signs someone else in, in the same browser. */
  signIn(context: BrowserContext, tenant: Tenant): Promise<void>
}

/**
 * The real server with the built console, and a real Chromium. All files share one service, unless
 * a file has its own settings or changes those of the service.
 */
export function useConsole(settings?: Partial<Config>): Console {
  const service = settings ? useService(settings) : ({} as Harness)
  const opened: Page[] = []
  const faults: string[] = []
  let pages: PagePool
  let baseUrl = ''

  if (!settings) {
    workerTest.beforeAll(({ sharedService }) => {
      Object.assign(service, sharedService.harness)
    })
    workerTest.afterAll(async ({ sharedService }) => {
      expect(await sharedService.findInvalidEvents()).toEqual([])
    })
  }
  workerTest.beforeAll(async ({ pages: shared }) => {
    pages = shared
    if (settings) await listen(service)
    baseUrl = service.deps.config.publicUrl
  })

  afterEach(async () => {
    for (const page of opened.splice(0)) await pages.release(page)
    // Errors that the console threw, or that the content security policy reported.
    expect(faults.splice(0)).toEqual([])
  })

  const open = async (
    tenant: Tenant | null,
    { size = desktop, theme = 'light', path = '/', from = baseUrl }: OpenOptions = {},
  ) => {
    const page = await pages.acquire({ hasTouch: size.width < 500 })
    opened.push(page)
    page.context().setDefaultTimeout(maxWaitMs)
    page.setDefaultTimeout(maxWaitMs)
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: theme })
    if (tenant) await signIn(service, page.context(), tenant)
    page.on('pageerror', (error) => faults.push(`${error.message}\n${error.stack}`))
    page.on('console', (message) => {
      const text = message.text()
      if (/Content Security Policy|Warning:|Uncaught/.test(text)) faults.push(text)
    })
    await page.goto(from + path)
    return page
  }

  return {
    service,
    baseUrl: () => baseUrl,
    open,
    signIn: (context, tenant) => signIn(service, context, tenant),
  }
}

/** Gives a browser the session of a person. */
export async function signIn(
  { deps }: Harness,
  context: BrowserContext,
  tenant: Tenant,
): Promise<void> {
  const secret = await deps.db.transaction('system', (tx) =>
    newBrowserSession(deps, tx, tenant.userId),
  )
  const [cookie = ''] = sessionCookie(deps.config, secret).split(';')
  const [name = '', value = ''] = cookie.split('=')
  const url = deps.config.publicUrl
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
}
