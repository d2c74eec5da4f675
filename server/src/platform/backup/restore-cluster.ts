import { chown, mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { packagedBinaries } from '../postgres/binaries.ts'
import { clusterHome, type ServerUser, serverUser } from '../postgres/cluster-home.ts'
import { openEmbeddedPostgres } from '../postgres/embedded.ts'
import { BackupError } from './backup-error.ts'
import type { PhysicalBackup, StoredFile } from './manifest.ts'
import type { RestorePlan } from './restore-plan.ts'

interface ClusterPlan extends RestorePlan {
  backup: PhysicalBackup
  content: StoredFile[]
  onRecover(): void
}

/** Written last: PostgreSQL does not start without it, so half a restore is never taken for whole. */
const controlFile = 'cluster/global/pg_control'

/** Large backups take long to recover, and nothing else waits. */
const maxRecoverySeconds = 24 * 3600

/** Puts the database files into the data folder and lets PostgreSQL repeat the WAL. */
export async function restoreCluster(
  dataDir: string,
  plan: ClusterPlan,
  read: (file: StoredFile) => AsyncIterable<Buffer>,
): Promise<void> {
  await requireSameMajor(plan.backup)
  const user = serverUser()
  const server = join(await clusterHome(dataDir, user), 'server')
  const folders = ['', 'cluster', ...plan.backup.folders.map((folder) => `cluster/${folder}`)]
  for (const folder of folders) await makeFolder(join(server, folder), user)
  const files = plan.content.filter(({ path }) => placeOf(path) !== undefined)
  const control = files.filter(({ path }) => path === controlFile)
  for (const file of [...files.filter(({ path }) => path !== controlFile), ...control]) {
    await writeSparse(join(server, placeOf(file.path) as string), read(file), user)
  }
  const signal = join(server, 'cluster', 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  await own(signal, user)
  plan.onRecover()
  await recover(dataDir, plan.stopAt)
}

/** Database files of one major version are of no use to another. */
async function requireSameMajor({
  postgresVersion,
  atelierVersion,
}: PhysicalBackup): Promise<void> {
  const { version } = await packagedBinaries()
  if (Number.parseInt(version, 10) === Number.parseInt(postgresVersion, 10)) return
  throw new BackupError(
    'backup_failed',
    `The backup has the files of PostgreSQL ${postgresVersion}, and this is PostgreSQL ${version}. ` +
      `Restore with Atelier ${atelierVersion}, then move the data with "atelier backup create --logical".`,
  )
}

/** Archived segments lie beside the ones of the backup. */
function placeOf(path: string): string | undefined {
  if (path.startsWith('pg_wal/')) return `cluster/${path}`
  return path.startsWith('cluster/') || path === 'password' ? path : undefined
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

async function makeFolder(path: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await own(path, user)
}

/** Leaves out zeros: most of a segment that was archived early, and it still has its full size. */
async function writeSparse(
  path: string,
  content: AsyncIterable<Buffer>,
  user: ServerUser | undefined,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600)
  try {
    let at = 0
    for await (const chunk of content) {
      const used = chunk.length - trailingZeros(chunk)
      if (used > 0) await handle.write(chunk, 0, used, at)
      at += chunk.length
    }
    // PostgreSQL syncs all its files before the recovery, so we need not.
    await handle.truncate(at)
  } finally {
    await handle.close()
  }
  await own(path, user)
}

function trailingZeros(chunk: Buffer): number {
  let end = chunk.length
  while (end > 0 && chunk[end - 1] === 0) end -= 1
  return chunk.length - end
}

async function own(path: string, user: ServerUser | undefined): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}
