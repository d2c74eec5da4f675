import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

const run = promisify(execFile)
const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Where a Chromium is. If there is none, one is fetched: Debian's package where that is possible,
 * Playwright's own build elsewhere.
 */
export async function findBrowser(): Promise<string> {
  const found = known.find(existsSync)
  if (found) return found
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  process.stdout.write('Fetching a browser for the tests of the console …\n')
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    await run('apt-get', ['update'])
    await run('apt-get', ['install', '-y', 'chromium', 'fonts-liberation'])
    return '/usr/bin/chromium'
  }
  await run('npx', ['playwright-core', 'install', 'chromium'])
  return own
}
