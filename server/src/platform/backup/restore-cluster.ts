import { chown, mkdir, open, rename, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { packagedBinaries } from '../postgres/binaries.ts'
import { clusterHome, type ServerUser, serverUser } from '../postgres/cluster-home.ts'
import { openEmbeddedPostgres } from '../postgres/embedded.ts'
import { BackupError, createDamage } from './backup-error.ts'
import { type BackupFolder, readPart } from './backup-folder.ts'
import { extractFiles } from './extract-files.ts'
import { type Backup, basePath, segmentPath } from './records.ts'
import type { RestorePlan } from './restore-plan.ts'

const controlFile = 'cluster/global/pg_control'

/** Large backups take long to recover, and nothing else waits. */
const maxRecoverySeconds = 24 * 3600

/** Puts the database files into the data folder and lets PostgreSQL repeat the WAL. */
export async function restoreCluster(
  backups: BackupFolder,
  { backup, rounds, stopAt }: RestorePlan,
  dataDir: string,
): Promise<void> {
  await requireSameMajor(backup)
  const user = serverUser()
  const server = join(await clusterHome(dataDir, user), 'server')
  const target = new Target(server, user)
  for (const path of ['', 'cluster']) await target.makeFolder(path)
  await requireSpace(server, backup.base.contentBytes)
  for (const { name, ...part } of rounds.flatMap(({ segments }) => segments)) {
    const path = segmentPath(backup.id, name)
    await readPart(backups, path, part, async (content) => {
      const limited = limitBytes(path, backup.segmentBytes, content)
      await target.write(`cluster/pg_wal/${name}`, limited)
    })
  }
  await extractCluster(backups, backup, target)
  await target.writeEmpty('cluster/recovery.signal')
  // PostgreSQL does not start without it, so half a restore is never taken for whole.
  await rename(join(server, `${controlFile}.restored`), join(server, controlFile))
  await recover(dataDir, stopAt)
}

async function extractCluster(
  backups: BackupFolder,
  { id, base }: Backup,
  target: Target,
): Promise<void> {
  const path = basePath(id)
  let bytes = 0
  let hasControl = false
  await readPart(backups, path, base, async (archive) => {
    await extractFiles(path, archive, base.contentBytes, async (entry) => {
      if (entry.isFolder) return target.makeFolder(entry.path)
      const isControl = entry.path === controlFile
      hasControl ||= isControl
      await target.write(isControl ? `${controlFile}.restored` : entry.path, entry.content)
      bytes += entry.bytes
    })
  })
  if (!hasControl || bytes !== base.contentBytes) throw createDamage(path, 'is not complete')
}

/** Database files of one major version are of no use to another. */
async function requireSameMajor({ postgresVersion, atelierVersion }: Backup): Promise<void> {
  const { version } = await packagedBinaries()
  if (Number.parseInt(version, 10) === Number.parseInt(postgresVersion, 10)) return
  throw new BackupError(
    'backup_failed',
    `The backup has the files of PostgreSQL ${postgresVersion}, and this is PostgreSQL ${version}. ` +
      `Restore with Atelier ${atelierVersion}, then move the data with "atelier copy-database".`,
  )
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= bytes) return
  throw new BackupError(
    'backup_failed',
    `The database needs ${Math.ceil(bytes / 1e6)} MB, and ${folder} has only ${Math.floor((bavail * bsize) / 1e6)} MB left.`,
  )
}

/** All WAL is in place, so there is nothing to fetch; PostgreSQL insists on a command all the same. */
async function recover(dataDir: string, stopAt: Date | undefined): Promise<void> {
  const settings = {
    restore_command: 'false',
    hot_standby: 'off',
    recovery_target_action: 'promote',
    ...(stopAt && {
      recovery_target_time: stopAt.toISOString().replace('T', ' ').replace('Z', '+00'),
    }),
  }
  const server = await openEmbeddedPostgres(dataDir, settings, maxRecoverySeconds)
  await server.release()
}

async function* limitBytes(path: string, maxBytes: number, content: AsyncIterable<Buffer>) {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > maxBytes) throw createDamage(path, 'is larger than a segment of WAL')
    yield chunk
  }
}

/** The folder with the cluster. Its files belong to the user of the database server. */
class Target {
  readonly #folder: string
  readonly #user: ServerUser | undefined

  constructor(folder: string, user: ServerUser | undefined) {
    this.#folder = folder
    this.#user = user
  }

  async makeFolder(path: string): Promise<void> {
    await mkdir(join(this.#folder, path), { recursive: true, mode: 0o700 })
    await this.#own(path)
  }

  async writeEmpty(path: string): Promise<void> {
    await writeFile(join(this.#folder, path), '', { mode: 0o600, flag: 'wx' })
    await this.#own(path)
  }

  /** Leaves out zeros: most of a segment that was archived early, and it still has its full size. */
  async write(path: string, content: AsyncIterable<Buffer>): Promise<void> {
    await mkdir(dirname(join(this.#folder, path)), { recursive: true, mode: 0o700 })
    const handle = await open(join(this.#folder, path), 'wx', 0o600)
    try {
      let at = 0
      for await (const chunk of content) {
        const used = chunk.length - countTrailingZeros(chunk)
        if (used > 0) await handle.write(chunk, 0, used, at)
        at += chunk.length
      }
      // PostgreSQL syncs all its files before the recovery, so we need not.
      await handle.truncate(at)
    } finally {
      await handle.close()
    }
    await this.#own(path)
  }

  async #own(path: string): Promise<void> {
    if (this.#user) await chown(join(this.#folder, path), this.#user.uid, this.#user.gid)
  }
}

function countTrailingZeros(chunk: Buffer): number {
  let end = chunk.length
  while (end > 0 && chunk[end - 1] === 0) end -= 1
  return chunk.length - end
}
