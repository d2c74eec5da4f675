import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { version as atelierVersion } from '../../version.ts'
import type { Storage } from '../storage/storage.ts'
import { type BackupSession, clusterFacts, versionAndTime, withSession } from './backup-session.ts'
import { ensureChain } from './chain.ts'
import { ContentWriter, type WriterOptions } from './content.ts'
import { copyCluster } from './copy-cluster.ts'
import { copyFiles } from './copy-files.ts'
import { copyTables } from './copy-tables.ts'
import type { Backup, StoredFile } from './manifest.ts'
import { knownFiles } from './read-backups.ts'
import { hasChunk, type Repository, writeRecord } from './repository.ts'
import { withLock } from './repository-lock.ts'

/** The installation to back up. */
export interface BackupSource {
  databaseUrl: string
  storage: Storage
  /** Whether we can read the files of the database: it is the embedded one. */
  isEmbedded: boolean
}

export interface CreateOptions extends WriterOptions {
  /** Copies rows instead of database files, also from an embedded database. */
  logical?: boolean
  /** Starts a chain of archived WAL, or continues the current one. */
  archivesWal?: boolean
}

/** Adds a backup to the repository while the service runs. */
export function createBackup(
  repository: Repository,
  source: BackupSource,
  options: CreateOptions = {},
): Promise<Backup> {
  const isPhysical = source.isEmbedded && !options.logical
  return withLock(repository, 'writer', async () => {
    const writer = new ContentWriter(repository, options)
    const { files: known } = await knownFiles(repository)
    const { startedAt, postgresVersion, database } = await withSession(
      source.databaseUrl,
      async (session) => {
        const { version, now } = await versionAndTime(session)
        const copy = isPhysical ? copyPhysically : copyLogically
        const database = await copy(session, writer, options)
        return { startedAt: now, postgresVersion: version, database }
      },
    )
    await copyFiles(source.storage, writer, (path) => reusable(repository, known.get(path)))
    const backup = {
      format: 1,
      id: newId(startedAt),
      startedAt: startedAt.toISOString(),
      atelierVersion,
      postgresVersion,
      ...database,
      content: await writer.finish(),
      totals: { files: writer.files.length, bytes: writer.bytes, addedBytes: writer.addedBytes },
    } as Backup
    // Written last: without it, there is no backup.
    await writeRecord(repository, `backups/${backup.id}`, backup)
    return backup
  })
}

async function copyPhysically(
  session: BackupSession,
  writer: ContentWriter,
  { archivesWal }: CreateOptions,
) {
  // Before the copy, so that no segment is missing between the copy and the archive.
  const chain = archivesWal ? (await ensureChain(session)).name : undefined
  const { dataFolder } = await clusterFacts(session)
  const password = await readFile(join(dirname(dataFolder), 'password'))
  const copy = await copyCluster(session, writer)
  await writer.add('password', once(password))
  return { kind: 'physical', chain, ...copy }
}

async function copyLogically(session: BackupSession, writer: ContentWriter) {
  return { kind: 'logical', ...(await copyTables(session, writer)) }
}

/** Copies a file again if the repository has lost a part of it. */
async function reusable(
  repository: Repository,
  file: StoredFile | undefined,
): Promise<StoredFile | undefined> {
  for (const chunk of file?.chunks ?? []) if (!(await hasChunk(repository, chunk))) return undefined
  return file
}

/** The suffix separates backups of the same second. */
function newId(at: Date): string {
  const seconds = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return `${seconds}Z-${randomBytes(2).toString('hex')}`
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
