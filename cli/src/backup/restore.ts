import { resolve } from 'node:path'
import { openStorage } from '@atelier/server/deps.ts'
import { openBackupFolder } from '@atelier/server/platform/backup/backup-folder.ts'
import { restoreBackup } from '@atelier/server/platform/backup/restore-backup.ts'
import { misused } from '../errors.ts'
import { print } from '../output.ts'
import { chooseFolder, type FolderOptions } from './folder.ts'

interface RestoreOptions extends FolderOptions {
  into: string
  at?: string
}

export async function restore(id: string | undefined, options: RestoreOptions): Promise<void> {
  const at = options.at && readTime(options.at)
  const { config, path } = chooseFolder(options)
  const folder = await openBackupFolder(path)
  const into = resolve(options.into)
  const { backup, until, files } = await restoreBackup(
    folder,
    { folder: into, openStorage: () => openStorage({ ...config, dataDir: into }) },
    { ...(id && { id }), ...(at && { at }) },
  )
  const text =
    `Restored backup ${backup.id} until ${until}: the database in ${into}, ${files} files in ` +
    `${config.s3 ? `the bucket ${config.s3.bucket}` : into}.\n` +
    `Start it with: ATELIER_DATA_DIR=${into} atelier serve` +
    (config.databaseUrl ? ', without DATABASE_URL.' : '')
  print(options.json, { backup: backup.id, until, files, into }, text)
}

/** A time without a zone would mean something else on another machine. */
function readTime(text: string): Date {
  const at = new Date(text)
  if (/(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(at.getTime())) return at
  throw misused(`--at must be a time with its zone, such as 2026-11-15T10:00:00Z, not "${text}".`)
}
