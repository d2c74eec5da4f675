import { openBackupFolder } from '@atelier/server/platform/backup/backup-folder.ts'
import { withBackupLock } from '@atelier/server/platform/backup/backup-session.ts'
import { pruneBackups } from '@atelier/server/platform/backup/prune-backups.ts'
import { parseRetention, type Retention } from '@atelier/server/platform/backup/retention.ts'
import { misused } from '../errors.ts'
import { print } from '../output.ts'
import {
  chooseFolder,
  type FolderOptions,
  formatMegabytes,
  withEmbeddedDatabase,
} from './folder.ts'

export async function prune(options: FolderOptions & { keep?: string }): Promise<void> {
  const { config, path } = chooseFolder(options)
  const retention = options.keep ? readRetention(options.keep) : config.backup.keep
  const folder = await openBackupFolder(path)
  const pruned = await withEmbeddedDatabase(config, (url) =>
    withBackupLock(url, 30, () => pruneBackups(folder, retention)),
  )
  const { kept, removed, freedBytes } = pruned
  const names = removed.length > 0 ? ` (${removed.join(', ')})` : ''
  const text = `Removed: ${removed.length}${names}, kept: ${kept.length}, freed: ${formatMegabytes(freedBytes)}.`
  print(options.json, pruned, text)
}

function readRetention(keep: string): Retention {
  try {
    return parseRetention(keep)
  } catch (error) {
    throw misused(`--keep ${(error as Error).message}`)
  }
}
