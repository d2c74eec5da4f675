import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes the lock file of a killed PostgreSQL whose process id now belongs to another program.
 * PostgreSQL only checks that such a process exists, and would refuse to start. Containers count
 * processes from 1, so there every restart could meet the same id again.
 */
export async function removeStaleLock(cluster: string): Promise<void> {
  const lock = join(cluster, 'postmaster.pid')
  const content = await readFile(lock, 'utf8').catch(() => '')
  const program = await readProgram(Number(content.split('\n')[0]))
  if (program === undefined || program === 'postgres') return
  // Moves the file before checking it again: another process may have replaced it just now.
  const aside = `${lock}.${randomBytes(4).toString('hex')}`
  if (!(await rename(lock, aside).then(() => true, isMissing))) return
  if ((await readFile(aside, 'utf8')) !== content) await link(aside, lock)
  await rm(aside)
}

/** Undefined if there is no such process, or if this is not Linux. */
async function readProgram(pid: number): Promise<string | undefined> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined)
  return name?.trim()
}

function isMissing(error: { code?: string }): false {
  if (error.code !== 'ENOENT') throw error
  return false
}
