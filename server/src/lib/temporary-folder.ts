import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

const prefix = 'atelier-work-'
/** Other hosts may share the folder; their processes can't be checked from here. */
const host = hostname().replace(/[^\w.]/g, '_')

/** No work takes this long. */
const staleHours = 24

/** Runs work in its own temporary folder, which is always removed afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const owner = `${host}-${process.pid}-${readStartTime(process.pid) ?? 0}`
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${owner}-`))
  try {
    return await work(folder)
  } finally {
    // An engine that was just killed may still create a file.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Removes the folders of processes that were killed, and very old ones. */
export async function removeStaleFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    if (!isOrphaned(name) && !(await isOld(folder))) continue
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

function isOrphaned(name: string): boolean {
  const [ofHost, pid, start] = name.slice(prefix.length).split('-')
  if (ofHost !== host || pid === undefined || !/^\d+$/.test(pid)) return false
  // A restarted container often gives the new process the id of the dead one.
  return !isAlive(Number(pid)) || String(readStartTime(Number(pid)) ?? 0) !== start
}

/** When a process started, in the kernel's unit. Only Linux tells. */
function readStartTime(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

async function isOld(folder: string): Promise<boolean> {
  const changedAt = await stat(folder).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  )
  return Date.now() - changedAt > staleHours * 3_600_000
}
