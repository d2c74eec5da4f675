import { pruneBackups } from '@atelier/server/platform/backup/prune-backups.ts'
import { openRepository } from '@atelier/server/platform/backup/repository.ts'
import { parseRetention, type Retention } from '@atelier/server/platform/backup/retention.ts'
import { misused } from '../errors.ts'
import { print } from '../output.ts'
import { backupFolder, type FolderOptions, megabytes } from './folder.ts'

export async function prune(options: FolderOptions & { keep?: string }): Promise<void> {
  const { config, folder, key } = await backupFolder(options)
  const retention = options.keep ? retentionOf(options.keep) : config.backup.keep
  const pruned = await pruneBackups(await openRepository(folder, key), retention)
  const { kept, removed, freedBytes } = pruned
  const names = removed.length > 0 ? ` (${removed.join(', ')})` : ''
  const text = `Removed: ${removed.length}${names}, kept: ${kept.length}, freed: ${megabytes(freedBytes)}.`
  print(options.json, pruned, text)
}

function retentionOf(keep: string): Retention {
  try {
    return parseRetention(keep)
  } catch (error) {
    throw misused(`--keep ${(error as Error).message}`)
  }
}
