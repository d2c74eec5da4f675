import { openStorage } from '@atelier/server/deps.ts'
import { ensureBackupFolder } from '@atelier/server/platform/backup/backup-folder.ts'
import { withBackupLock } from '@atelier/server/platform/backup/backup-session.ts'
import { createBackup } from '@atelier/server/platform/backup/create-backup.ts'
import { print } from '../output.ts'
import {
  chooseFolder,
  type FolderOptions,
  formatMegabytes,
  withEmbeddedDatabase,
} from './folder.ts'

export async function create(options: FolderOptions): Promise<void> {
  const { config, path } = chooseFolder(options)
  await withEmbeddedDatabase(config, async (databaseUrl) => {
    const folder = await ensureBackupFolder(path)
    const storage = await openStorage(config)
    // Only a service with the same setting goes on archiving.
    const wanted = { archivesWal: path === config.backup.folder }
    const { backup, damaged } = await withBackupLock(databaseUrl, 30, (session) =>
      createBackup(folder, session, { storage }, wanted),
    )
    const { files, bytes, addedBytes } = backup.totals
    const text =
      `Created backup ${backup.id}: ${files} files and the database, ${formatMegabytes(bytes)}, ` +
      `of which ${formatMegabytes(addedBytes)} were added to ${path}.`
    const warning = `\nNot copied, because the storage has damaged them: ${damaged.join(', ')}`
    print(options.json, { ...backup, damaged }, damaged.length > 0 ? text + warning : text)
  })
}
