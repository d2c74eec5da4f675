import { resolve } from 'node:path'
import { type Config, readConfig } from '@atelier/server/config.ts'
import { BackupError } from '@atelier/server/platform/backup/backup-error.ts'
import { openEmbeddedPostgres } from '@atelier/server/platform/postgres/embedded.ts'
import { misused } from '../errors.ts'
import { requireInstallation } from '../with-installation.ts'

export interface FolderOptions {
  dir?: string
  json?: boolean
}

/** The folder of the options, or else of the settings. */
export function chooseFolder({ dir }: FolderOptions): { config: Config; path: string } {
  const config = readConfig()
  const path = dir ? resolve(dir) : config.backup.folder
  if (!path) throw misused('Name the folder for backups with --dir, or set ATELIER_BACKUP_DIR.')
  return { config, path }
}

/** Runs `work` with the URL of the embedded database, whether the service runs or not. */
export async function withEmbeddedDatabase<T>(
  config: Config,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl) {
    throw new BackupError(
      'database_not_embedded',
      'This installation has its own PostgreSQL (DATABASE_URL). Back it up with pgBackRest or pg_dump, ' +
        'and copy the files, as docs/backup.md shows.',
    )
  }
  await requireInstallation(config)
  const server = await openEmbeddedPostgres(config.dataDir)
  try {
    return await work(server.url)
  } finally {
    await server.release()
  }
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}
