import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Config } from '../../server/src/config.ts'
import { sessionCookie } from '../../server/src/features/auth/browser-cookie.ts'
import { newBrowserSession } from '../../server/src/features/auth/sessions.ts'
import { type Harness, type Tenant, useService } from '../../server/test/harness.ts'
import { findBrowser } from './find-browser.ts'

const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

interface OpenOptions {
  size?: { width: number; height: number }
  theme?: 'light' | 'dark'
  /** Left out, the person of the tenant is signed in; null is nobody. */
  path?: string
  /** Instead of the server's own address, such as one that can be cut off. */
  from?: string
}

export interface Console {
  service: Harness
  /** Where the server is, as a browser names it. */
  address(): string
  /** A browser of its own, in which the person of the tenant is signed in. */
  open(tenant: Tenant | null, options?: OpenOptions): Promise<Page>
}

/** The real server with the built console, and a real Chromium. */
export function withConsole(settings: Partial<Config> = {}): Console {
  const service = useService(settings)
  const contexts: BrowserContext[] = []
  const faults: string[] = []
  let browser: Browser
  let address = ''

  beforeAll(async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = service.app.server.address() as { port: number }
    address = `http://localhost:${port}`
    service.deps.config.publicUrl = address
    browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
    })
  }, 120_000)

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    // What the console itself would have thrown, or the policy of the page has stopped.
    expect(faults.splice(0)).toEqual([])
  })

  afterAll(async () => {
    await browser?.close()
  })

  const open = async (
    tenant: Tenant | null,
    { size = desktop, theme = 'light', path = '/', from = address }: OpenOptions = {},
  ) => {
    const context = await browser.newContext({
      viewport: size,
      colorScheme: theme,
      reducedMotion: 'reduce',
      hasTouch: size.width < 500,
    })
    contexts.push(context)
    context.setDefaultTimeout(20_000)
    if (tenant) await signIn(context, tenant)
    const page = await context.newPage()
    page.on('pageerror', (error) => faults.push(`${error.message}\n${error.stack}`))
    page.on('console', (message) => {
      const text = message.text()
      if (/Content Security Policy|Warning:|Uncaught/.test(text)) faults.push(text)
    })
    await page.goto(from + path)
    return page
  }

  async function signIn(context: BrowserContext, tenant: Tenant): Promise<void> {
    const { deps } = service
    const secret = await deps.db.transaction('system', (tx) =>
      newBrowserSession(deps, tx, tenant.userId),
    )
    const [name = '', value = ''] = (sessionCookie(deps.config, secret).split(';')[0] ?? '').split(
      '=',
    )
    await context.addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Strict' }])
  }

  return { service, address: () => address, open }
}

/** What axe finds wrong with the page as it stands. */
export async function violationsOf(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  // Behind a dialog the page is hidden, with its heading.
  if ((await page.locator('[role=dialog], [role=alertdialog]').count()) > 0) {
    axe.disableRules(['landmark-one-main', 'page-has-heading-one'])
  }
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
  )
}
