import { openBackupFolder } from '@atelier/server/platform/backup/backup-folder.ts'
import { verifyBackups } from '@atelier/server/platform/backup/verify-backups.ts'
import { SilentExit } from '../errors.ts'
import { exitCode } from '../exit-codes.ts'
import { print } from '../output.ts'
import { chooseFolder, type FolderOptions, formatMegabytes } from './folder.ts'

export async function verify(id: string | undefined, options: FolderOptions): Promise<void> {
  const folder = await openBackupFolder(chooseFolder(options).path)
  const verified = await verifyBackups(folder, id)
  const { backups, files, bytes, problems } = verified
  const text =
    problems.length === 0
      ? `Every byte is right. Backups: ${backups.length}, files: ${files}, size: ${formatMegabytes(bytes)}.`
      : `Damaged, do not rely on these backups:\n  ${problems.join('\n  ')}\n` +
        'Delete the damaged files, and create a new backup with: atelier backup create'
  print(options.json, verified, text)
  if (problems.length > 0) throw new SilentExit(exitCode.failed)
}
