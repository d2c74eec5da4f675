import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

const run = promisify(execFile)

/** The headless shell comes first: it draws the same pages in half the time of a whole browser. */
const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * Finds a Chromium. If there is none, one is installed: Debian's package where that is possible,
 * Playwright's own build elsewhere.
 */
export async function findBrowser(): Promise<string> {
  const found = known.find(existsSync)
  if (found) return found
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  process.stdout.write('Installing a browser for the tests of the console …\n')
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    await run('apt-get', ['update'])
    // The second is the name where the first does not exist, as in older releases.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await run('apt-get', ['install', '-y', name, 'fonts-liberation']).catch(() => {})
      const installed = known.find(existsSync)
      if (installed) return installed
    }
  }
  await run('npx', ['playwright-core', 'install', 'chromium'])
  return own
}
