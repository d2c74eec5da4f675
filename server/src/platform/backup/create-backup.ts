import { randomBytes } from 'node:crypto'
import { version as atelierVersion } from '../../version.ts'
import type { Storage } from '../storage/storage.ts'
import { archiveWal, findArchivedBackup } from './archive-wal.ts'
import { type BackupFolder, removeBackup } from './backup-folder.ts'
import { type BackupSession, readClusterFacts } from './backup-session.ts'
import { copyCluster } from './copy-cluster.ts'
import { copyFiles } from './copy-files.ts'
import { removeUnfinished } from './prune-backups.ts'
import { type Backup, writeBackup, writeRound } from './records.ts'
import { createSlot, dropSlots, nameSlot } from './slots.ts'

/** The installation to back up. */
export interface BackupSource {
  /** The embedded database: we read its files. */
  databaseUrl: string
  storage: Storage
}

export interface CreateOptions {
  /** Keeps the WAL that follows, for `archiveWal`. */
  archivesWal?: boolean
  signal?: AbortSignal | undefined
}

export interface Created {
  backup: Backup
  /** Keys of stored files that are damaged in the storage itself, so the backup lacks them. */
  damaged: string[]
}

/** Adds a backup to the folder while the service runs. Only under the lock for backups. */
export async function createBackup(
  folder: BackupFolder,
  session: BackupSession,
  source: Pick<BackupSource, 'storage'>,
  { archivesWal = false, signal }: CreateOptions = {},
): Promise<Created> {
  await removeUnfinished(folder)
  const previous = archivesWal ? await findArchivedBackup(folder, session) : undefined
  if (archivesWal) await dropSlots(session, previous?.slot)
  const { now, version: postgresVersion } = await readClusterFacts(session)
  const id = createId(now)
  await createSlot(session, nameSlot(id), !archivesWal)
  const slot = archivesWal ? nameSlot(id) : null
  const start = { id, startedAt: now.toISOString(), atelierVersion, postgresVersion, slot }
  const created = await copyAll(folder, session, source, start, signal).catch(async (error) => {
    await removeBackup(folder, id).catch(() => {})
    throw error
  })
  // The moments until the copy was complete belong to the backup before.
  if (previous) await archiveWal(folder, session, source, previous, { isLast: true, signal })
  if (archivesWal) await dropSlots(session, slot)
  return created
}

type Start = Pick<Backup, 'id' | 'startedAt' | 'atelierVersion' | 'postgresVersion' | 'slot'>

async function copyAll(
  folder: BackupFolder,
  session: BackupSession,
  { storage }: Pick<BackupSource, 'storage'>,
  start: Start,
  signal: AbortSignal | undefined,
): Promise<Created> {
  const { id } = start
  const { segments, ...cluster } = await copyCluster(folder, session, id, signal)
  const { files, damaged, ...copied } = await copyFiles(storage, folder, new Set(), signal)
  await writeRound(folder, id, { until: cluster.finishedAt, changes: '', segments, files })
  const added = [cluster.base, ...segments].reduce((sum, { bytes }) => sum + bytes, 0)
  const totals = {
    files: files.length,
    bytes: cluster.base.contentBytes + copied.bytes,
    addedBytes: added + copied.addedBytes,
  }
  const backup = { ...start, ...cluster, totals }
  await writeBackup(folder, backup)
  return { backup, damaged }
}

/** The suffix separates backups of the same second. */
function createId(at: Date): string {
  const seconds = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return `${seconds}Z-${randomBytes(2).toString('hex')}`
}
