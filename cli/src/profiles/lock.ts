import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { NotReady } from '../errors.ts'

const lookAgainMs = 25
const patienceMs = 30_000
/** Longer than any work under the lock takes. */
const abandonedMs = 20_000

/** Runs `work` while no other process holds the same lock. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`
  const giveUpAt = Date.now() + patienceMs
  while (!take(lock)) {
    removeIfAbandoned(lock)
    if (Date.now() > giveUpAt) {
      throw new NotReady(
        `Another atelier process holds ${lock}. If none is running, delete that file.`,
      )
    }
    await sleep(lookAgainMs)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  }
}

/** A killed process leaves its lock behind. Only one process at a time checks for that. */
function removeIfAbandoned(lock: string): void {
  const looking = `${lock}.look`
  try {
    if (!isAbandoned(lock)) return
    if (take(looking)) {
      if (isAbandoned(lock)) rmSync(lock, { force: true })
      rmSync(looking, { force: true })
    } else removeIfOld(looking)
  } catch (error) {
    // The file is gone: its owner has finished.
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}

function removeIfOld(file: string): void {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Number.NaN }
  if (Date.now() - mtimeMs > abandonedMs) rmSync(file, { force: true })
}

function isAbandoned(lock: string): boolean {
  const pid = Number(readFileSync(lock, 'utf8'))
  if (Date.now() - statSync(lock).mtimeMs > abandonedMs) return true
  return pid > 0 && !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user is alive too.
    return (error as { code?: string }).code === 'EPERM'
  }
}
