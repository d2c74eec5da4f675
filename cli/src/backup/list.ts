import { openBackupFolder } from '@atelier/server/platform/backup/backup-folder.ts'
import { listBackups } from '@atelier/server/platform/backup/records.ts'
import { findLastMoment } from '@atelier/server/platform/backup/restore-plan.ts'
import { print } from '../output.ts'
import { table } from '../terminal/table.ts'
import { chooseFolder, type FolderOptions, formatMegabytes } from './folder.ts'

export async function list(options: FolderOptions): Promise<void> {
  const folder = await openBackupFolder(chooseFolder(options).path)
  const backups = await Promise.all(
    (await listBackups(folder)).map(async (backup) => {
      const { id, startedAt, finishedAt, atelierVersion, postgresVersion, totals } = backup
      const restorableUntil = await findLastMoment(folder, backup)
      return { id, startedAt, finishedAt, restorableUntil, atelierVersion, postgresVersion, totals }
    }),
  )
  const rows = backups.map(({ id, finishedAt, restorableUntil, totals }) => [
    id,
    finishedAt,
    restorableUntil,
    formatMegabytes(totals.bytes),
    formatMegabytes(totals.addedBytes),
  ])
  const head = ['ID', 'RESTORES FROM', 'UNTIL', 'SIZE', 'ADDED']
  const text = rows.length === 0 ? 'There are no backups yet.' : table([head, ...rows])
  print(options.json, backups, text)
}
