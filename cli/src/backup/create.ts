import { openStorage } from '@atelier/server/deps.ts'
import { createBackup } from '@atelier/server/platform/backup/create-backup.ts'
import { ensureRepository } from '@atelier/server/platform/backup/repository.ts'
import { openDatabaseServer } from '@atelier/server/platform/postgres/database-server.ts'
import { print } from '../output.ts'
import { requireInstallation } from '../with-installation.ts'
import { backupFolder, type FolderOptions, megabytes } from './folder.ts'
import { showProgress } from './progress.ts'

export async function create(options: FolderOptions & { logical?: boolean }): Promise<void> {
  const { config, folder, key } = await backupFolder(options)
  await requireInstallation(config)
  const repository = await ensureRepository(folder, key)
  const isEmbedded = config.databaseUrl === undefined
  const progress = showProgress()
  const server = await openDatabaseServer(config)
  try {
    const source = {
      databaseUrl: server.url,
      storage: await openStorage(config),
      isEmbedded,
    }
    const backup = await createBackup(repository, source, {
      logical: options.logical === true,
      // Only a service with the same setting goes on archiving.
      archivesWal: folder === config.backup.folder,
      onProgress: progress.onProgress,
    })
    progress.end()
    const { files, bytes, addedBytes } = backup.totals
    const text =
      `Created backup ${backup.id}: ${files} files, ${megabytes(bytes)}, of which ` +
      `${megabytes(addedBytes)} were added to ${folder}${key ? ', encrypted' : ''}.`
    print(options.json, backup, text)
  } finally {
    await server.release()
  }
}
