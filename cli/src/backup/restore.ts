import { resolve } from 'node:path'
import { openStorage } from '@atelier/server/deps.ts'
import { openRepository } from '@atelier/server/platform/backup/repository.ts'
import { restoreBackup } from '@atelier/server/platform/backup/restore-backup.ts'
import { openDatabaseServer } from '@atelier/server/platform/postgres/database-server.ts'
import { misused } from '../errors.ts'
import { print } from '../output.ts'
import { backupFolder, type FolderOptions } from './folder.ts'
import { showProgress } from './progress.ts'

interface RestoreOptions extends FolderOptions {
  into: string
  at?: string
}

export async function restore(id: string | undefined, options: RestoreOptions): Promise<void> {
  const { config, folder, key } = await backupFolder(options)
  const repository = await openRepository(folder, key)
  const into = resolve(options.into)
  const restored = { ...config, dataDir: into }
  const progress = showProgress()
  const { backup, until, files } = await restoreBackup(
    repository,
    {
      folder: into,
      openDatabase: () => openDatabaseServer(restored),
      openStorage: () => openStorage(restored),
    },
    {
      ...(id && { id }),
      ...(options.at && { at: timeOf(options.at) }),
      onProgress: progress.onProgress,
    },
  )
  progress.end()
  const where = backup.kind === 'logical' && config.databaseUrl ? 'DATABASE_URL' : into
  const text =
    `Restored backup ${backup.id} until ${until}: the database in ${where}, ${files} files in ` +
    `${config.s3 ? `the bucket ${config.s3.bucket}` : into}.\n` +
    `Start it with: ATELIER_DATA_DIR=${into} atelier serve` +
    (backup.kind === 'physical' && config.databaseUrl ? ', without DATABASE_URL.' : '')
  print(options.json, { backup: backup.id, until, files, into }, text)
}

/** A time without a zone would mean something else on another machine. */
function timeOf(text: string): Date {
  const at = new Date(text)
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(at.getTime())) return at
  throw misused(`--at must be a time with its zone, such as 2026-11-15T10:00:00Z, not "${text}".`)
}
