import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeatMs = 2_000
const staleMs = 15_000
const pollMs = 250

export interface LockOptions {
  clock: () => Date
  signal?: AbortSignal | undefined
  /** Called repeatedly while another process holds the lock; returning true stops the wait. */
  whileWaiting: () => Promise<boolean>
}

/**
 * Runs `work` while holding the lock file, or returns undefined if the wait made it unnecessary.
 *
 * The holder touches the file; a killed holder stops touching it and loses the lock after 15 s. A
 * holder that was only suspended may then run next to another one. That costs only a second
 * download: both write to the same places, and only a file with the right hash is moved into place.
 */
export async function withPullLock<T>(
  path: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const token = randomUUID()
  while (!(await take(path, token, options.clock))) {
    if (await options.whileWaiting()) return undefined
    await sleep(pollMs, undefined, { signal: options.signal })
  }
  const beat = setInterval(() => {
    const now = options.clock()
    utimes(path, now, now).catch(() => {})
  }, heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    if ((await readFile(path, 'utf8').catch(() => '')) === token) await rm(path, { force: true })
  }
}

async function take(path: string, token: string, clock: () => Date): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  const held = await stat(path).catch(() => undefined)
  if (!held) return false
  if (clock().getTime() - held.mtimeMs < staleMs) return false
  // If several processes find it stale, the last to write wins; the others notice shortly after.
  await writeFile(`${path}.${token}`, token)
  await rename(`${path}.${token}`, path)
  await sleep(pollMs)
  return (await readFile(path, 'utf8').catch(() => '')) === token
}
