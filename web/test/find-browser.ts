import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

const run = promisify(execFile)

/** The headless shell comes first: it renders the same pages in half the time of a full browser. */
const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/**
 * Finds a Chromium, or installs one: Debian's package if possible, otherwise Playwright's build.
 */
export async function findBrowser(): Promise<string> {
  const found = known.find(existsSync)
  if (found) return found
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  process.stdout.write('Installing a browser for the tests of the console …\n')
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    await run('apt-get', ['update'])
    // The second name is for older releases, where the first does not exist.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const wanted = [name, 'fonts-liberation']
      await run('apt-get', ['install', '-y', '--no-install-recommends', ...wanted]).catch(() => {})
      const installed = known.find(existsSync)
      if (installed) return installed
    }
  }
  await run('npx', ['playwright-core', 'install', 'chromium'])
  return own
}
