import { resolve } from 'node:path'
import { type Config, readConfig } from '@atelier/server/config.ts'
import { readKey } from '@atelier/server/platform/backup/seal.ts'
import { misused } from '../errors.ts'

export interface FolderOptions {
  dir?: string
  keyFile?: string
  json?: boolean
}

export interface BackupFolder {
  config: Config
  folder: string
  key: Buffer | undefined
}

/** The folder and key of the options, or else of the settings. */
export async function backupFolder({ dir, keyFile }: FolderOptions): Promise<BackupFolder> {
  const config = readConfig()
  const folder = dir ? resolve(dir) : config.backup.folder
  if (!folder) throw misused('Name the folder for backups with --dir, or set ATELIER_BACKUP_DIR.')
  const settings = keyFile ? { key: undefined, keyFile: resolve(keyFile) } : config.backup
  return { config, folder, key: await readKey(settings) }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}
