import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright-core'
import { inject, test } from 'vitest'
import { type Harness, type StartedService, startService } from '../../server/test/harness.ts'
import { createPagePool, type PagePool } from './page-pool.ts'

/**
 * One browser and one service for all files of a worker: starting them took longer than most files
 * need. Vitest stops both with the worker, even if a test failed.
 */
export const workerTest = test
  .extend(
    'browser',
    { scope: 'worker' },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads here that it depends on nothing
    async ({}, { onCleanup }): Promise<Browser> => {
      const browser = await chromium.launch({
        executablePath: await installedBrowser(),
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--in-process-gpu',
          '--disable-background-networking',
          '--disable-sync',
          // A page load costs almost half: one process for all pages.
          '--renderer-process-limit=1',
          '--disable-site-isolation-trials',
          '--num-raster-threads=1',
          '--disable-checker-imaging',
          // Pages live for seconds, so optimised code seldom pays back what compiling it costs: an
          // eighth of the browser's CPU time.
          '--js-flags=--no-opt --no-maglev --always-sparkplug',
        ],
      })
      onCleanup(() => browser.close())
      return browser
    },
  )
  .extend('pages', { scope: 'worker' }, ({ browser }): PagePool => createPagePool(browser))
  .extend(
    'sharedService',
    { scope: 'worker' },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads here that it depends on nothing
    async ({}, { onCleanup }): Promise<StartedService> => {
      const service = await startService()
      onCleanup(() => service.stop())
      await listen(service.harness)
      return service
    },
  )

/** Waits until the global set-up has found or installed a browser. */
async function installedBrowser(): Promise<string> {
  const file = inject('browserFile')
  while (!existsSync(file)) await pause(100)
  const { path, error } = JSON.parse(await readFile(file, 'utf8'))
  if (error) {
    const [reason] = error.split('\n')
    throw new Error(
      `The tests of the console found no browser and could not install one (${reason}). Install Chromium, on Debian: sudo apt-get install chromium`,
    )
  }
  return path
}

/** Opens a port for a browser; emails and links use it from then on. */
export async function listen({ app, deps }: Harness): Promise<void> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  deps.config.publicUrl = `http://localhost:${port}`
}
