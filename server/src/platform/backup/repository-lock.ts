import { randomInt, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../lib/is-alive.ts'
import { BackupError } from './backup-error.ts'
import { type Repository, unlessMissing } from './repository.ts'

/** Writers add, the pruner removes. Any number of writers may work at once, but not beside a pruner. */
type Kind = 'writer' | 'pruner'

const heartbeatMs = 30_000
/** Longer than clocks of machines that share a folder differ. */
const staleMs = 600_000

/**
 * Each process first announces itself and then looks for others, so at least one of two sees the
 * other, withdraws and tries again. The announcement of a killed process expires.
 */
export async function withLock<T>(
  { folder }: Repository,
  kind: Kind,
  work: () => Promise<T>,
  patienceMs = 30_000,
): Promise<T> {
  const locks = join(folder, 'locks')
  await mkdir(locks, { recursive: true, mode: 0o700 })
  const deadline = Date.now() + patienceMs
  const path = join(locks, `${kind}-${randomUUID()}`)
  for (;;) {
    const other = await announce(locks, path, kind)
    if (!other) break
    await rm(path, { force: true })
    if (Date.now() > deadline) throw busy(other)
    await sleep(randomInt(100, 500))
  }
  const beat = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await rm(path, { force: true })
  }
}

interface Holder {
  host: string
  pid: number
}

/** Returns a process that must finish first, if there is one. */
async function announce(locks: string, path: string, kind: Kind): Promise<Holder | undefined> {
  const own: Holder = { host: hostname(), pid: process.pid }
  await writeFile(`${path}.draft`, JSON.stringify(own), { mode: 0o600 })
  await rename(`${path}.draft`, path)
  for (const name of await readdir(locks)) {
    const excludes = kind === 'pruner' || name.startsWith('pruner-')
    if (!excludes || name === basename(path) || name.endsWith('.draft')) continue
    const holder = await holderOf(join(locks, name))
    if (holder) return holder
  }
  return undefined
}

async function holderOf(path: string): Promise<Holder | undefined> {
  const facts = await stat(path).catch(unlessMissing)
  const text = await readFile(path, 'utf8').catch(unlessMissing)
  if (!facts || text === undefined) return undefined
  const holder: Holder = JSON.parse(text)
  const isDead = holder.host === hostname() && !isAlive(holder.pid)
  if (!isDead && Date.now() - facts.mtimeMs < staleMs) return holder
  await rm(path, { force: true })
  return undefined
}

function busy({ host, pid }: Holder): BackupError {
  return new BackupError(
    'repository_busy',
    `Process ${pid} on ${host} is working on these backups. Try again when it has finished.`,
  )
}
