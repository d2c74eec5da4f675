import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

const known = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Finds a Firefox, or installs Debian's. */
export async function findFirefox(): Promise<string> {
  const found = known.find(existsSync)
  if (found) return found
  const install = ['install', '-y', '--no-install-recommends', 'firefox-esr']
  const problem = await run('apt-get', ['update'])
    .then(() => run('apt-get', install))
    .then(
      () => undefined,
      (error: Error) => error,
    )
  const installed = known.find(existsSync)
  if (installed) return installed
  throw new Error('Firefox is missing, and apt-get cannot install firefox-esr.', { cause: problem })
}
