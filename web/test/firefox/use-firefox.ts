import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, firefox, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Harness, Tenant } from '../../../server/test/harness.ts'
import { maxWaitMs, signIn } from '../use-console.ts'
import { sizes } from '../view-checks.ts'
import { workerTest } from '../worker-fixtures.ts'
import { findFirefox } from './find-firefox.ts'

interface OpenOptions {
  size?: keyof typeof sizes
  path?: string
}

/** The real server with the built console, and a real Firefox. */
export function useFirefox() {
  const service = {} as Harness
  const opened: Page[] = []
  const faults: string[] = []
  let browser: Browser
  let folder = ''

  workerTest.beforeAll(({ sharedService }) => {
    Object.assign(service, sharedService.harness)
  })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-firefox-'))
    browser = await launch(folder)
  })
  afterAll(async () => {
    await browser?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close()
    expect(faults.splice(0)).toEqual([])
  })

  const baseUrl = () => service.deps.config.publicUrl

  async function open(
    tenant: Tenant | null,
    { size = 'wide', path = '/' }: OpenOptions = {},
  ): Promise<Page> {
    const context = await browser.newContext({ viewport: sizes[size] })
    context.setDefaultTimeout(maxWaitMs)
    const page = await context.newPage()
    opened.push(page)
    if (tenant) await signIn(service, context, tenant)
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}\n${error.stack}`))
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 500) faults.push(`${response.status()} of ${response.url()}`)
    })
    await page.goto(baseUrl() + path)
    return page
  }

  return { service, baseUrl, open, takeFaults: () => faults.splice(0) }
}

/** Playwright starts the bridge, and the bridge starts Firefox. */
async function launch(folder: string): Promise<Browser> {
  const command = [process.execPath, join(import.meta.dirname, 'bridge.ts'), await findFirefox()]
  const executablePath = join(folder, 'firefox.sh')
  const words = command.map((word) => `'${word}'`).join(' ')
  await writeFile(executablePath, `#!/bin/sh\nexec ${words} "$@"\n`)
  await chmod(executablePath, 0o755)
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    timeout: maxWaitMs,
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
  })
}
