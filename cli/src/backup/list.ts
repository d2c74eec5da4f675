import { listBackups } from '@atelier/server/platform/backup/read-backups.ts'
import { openRepository } from '@atelier/server/platform/backup/repository.ts'
import { restorableUntil } from '@atelier/server/platform/backup/restore-plan.ts'
import { print } from '../output.ts'
import { table } from '../terminal/table.ts'
import { backupFolder, type FolderOptions, megabytes } from './folder.ts'

export async function list(options: FolderOptions): Promise<void> {
  const { folder, key } = await backupFolder(options)
  const repository = await openRepository(folder, key)
  const backups = await Promise.all(
    (await listBackups(repository)).map(async ({ content: _content, ...backup }) => ({
      ...backup,
      restorableUntil: await restorableUntil(repository, backup.id),
    })),
  )
  const rows = backups.map(({ id, kind, finishedAt, totals, restorableUntil }) => [
    id,
    kind,
    finishedAt,
    restorableUntil,
    megabytes(totals.bytes),
    megabytes(totals.addedBytes),
  ])
  const head = ['ID', 'KIND', 'RESTORES FROM', 'UNTIL', 'SIZE', 'ADDED']
  const text = rows.length === 0 ? 'There are no backups yet.' : table([head, ...rows])
  print(options.json, backups, text)
}
