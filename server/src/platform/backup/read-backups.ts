import { BackupError } from './backup-error.ts'
import { readContentList } from './content.ts'
import type { Backup, StoredFile, WalRecord } from './manifest.ts'
import { listRecords, type Repository, readRecord } from './repository.ts'

/** All backups, oldest first. */
export async function listBackups(repository: Repository): Promise<Backup[]> {
  const ids = await listRecords(repository, 'backups')
  const backups = await Promise.all(ids.map((id) => readBackup(repository, id)))
  return backups.sort((a, b) => a.startedAt.localeCompare(b.startedAt))
}

export async function readBackup(repository: Repository, id: string): Promise<Backup> {
  const backup = await readRecord<Backup>(repository, `backups/${id}`)
  if (backup) return backup
  throw new BackupError(
    'backup_not_found',
    `There is no backup "${id}" in ${repository.folder}. List them with: atelier backup list`,
  )
}

export function listChains(repository: Repository): Promise<string[]> {
  return listRecords(repository, 'wal')
}

export function listSegments(repository: Repository, chain: string): Promise<string[]> {
  return listRecords(repository, `wal/${chain}`)
}

export async function readSegment(
  repository: Repository,
  chain: string,
  segment: string,
): Promise<WalRecord> {
  const record = await readRecord<WalRecord>(repository, walName(chain, segment))
  if (record) return record
  throw new BackupError('backup_damaged', `The archived WAL segment ${segment} is missing.`)
}

export const walName = (chain: string, segment: string) => `wal/${chain}/${segment}`

/** Files that the repository has and that never change: their key is the hash of their content. */
export interface KnownFiles {
  /** The newest backup, and the last segment that was archived after it. */
  backup: string | undefined
  segment: string
  files: Map<string, StoredFile>
}

/**
 * The files of the newest backup and of the WAL archived after it, which nothing prunes. `earlier`
 * saves reading most of them again.
 */
export async function knownFiles(
  repository: Repository,
  earlier?: KnownFiles,
): Promise<KnownFiles> {
  const newest = (await listBackups(repository)).at(-1)
  if (!newest) return { backup: undefined, segment: '', files: new Map() }
  const known =
    earlier?.backup === newest.id
      ? earlier
      : { backup: newest.id, segment: '', files: new Map<string, StoredFile>() }
  const add = (file: StoredFile) => {
    if (file.path.startsWith('files/sha256/')) known.files.set(file.path, file)
  }
  if (known !== earlier) {
    for await (const file of readContentList(repository, newest.content)) add(file)
  }
  if (newest.kind !== 'physical' || !newest.chain) return known
  for (const segment of await listSegments(repository, newest.chain)) {
    if (segment < newest.firstSegment || segment <= known.segment) continue
    for (const file of (await readSegment(repository, newest.chain, segment)).content) add(file)
    known.segment = segment
  }
  return known
}
