import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { link, mkdir, readFile, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The user that PostgreSQL runs as, because it refuses to run as root. */
export interface ServerUser {
  uid: number
  gid: number
}

/** An unprivileged user if we are root; undefined if we can run the server as ourselves. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const nobody = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody')
  return { uid: Number(nobody?.[2] ?? 65534), gid: Number(nobody?.[3] ?? 65534) }
}

/**
 * The folder with the database cluster of a data folder. It is inside the data folder, unless we
 * are root and the unprivileged user could not reach it (root's home is closed to everyone else).
 * Then it is under /var/lib/atelier, and a file in the data folder says where.
 */
export async function clusterHome(
  dataDir: string,
  user: ServerUser | undefined,
  elsewhere = '/var/lib/atelier',
): Promise<string> {
  const existing = await existingClusterHome(dataDir)
  if (existing && !existsSync(existing)) {
    throw new Error(
      `The database for ${dataDir} is missing: the file postgres-is-at says it is in ${existing}. ` +
        'Restore it, or delete that file to start with an empty database.',
    )
  }
  if (existing) return existing
  const { inside, pointer } = listPlaces(dataDir)
  if (!user || (await canReach(dataDir, user))) {
    await mkdir(inside, { recursive: true, mode: 0o755 })
    return inside
  }
  const outside = join(elsewhere, randomBytes(6).toString('hex'))
  await mkdir(outside, { recursive: true, mode: 0o755 })
  // Written aside and then linked: readers always see the whole pointer, and only one can exist.
  const draft = `${pointer}.${basename(outside)}`
  await writeFile(draft, `${outside}\n`)
  try {
    await link(draft, pointer)
    return outside
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    await rmdir(outside)
    return (await readFile(pointer, 'utf8')).trim() // another process was faster
  } finally {
    await rm(draft)
  }
}

/** The same folder if it already exists; creates nothing. */
export async function existingClusterHome(dataDir: string): Promise<string | undefined> {
  const { inside, pointer } = listPlaces(dataDir)
  if (existsSync(pointer)) return (await readFile(pointer, 'utf8')).trim()
  return existsSync(inside) ? inside : undefined
}

function listPlaces(dataDir: string) {
  return { inside: join(dataDir, 'postgres'), pointer: join(dataDir, 'postgres-is-at') }
}

export async function canReach(folder: string, user: ServerUser): Promise<boolean> {
  for (let path = await realpath(folder); ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path)
    const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & enter) === 0) return false
    if (path === dirname(path)) return true
  }
}
