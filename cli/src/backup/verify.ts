import { openRepository } from '@atelier/server/platform/backup/repository.ts'
import { verifyBackups } from '@atelier/server/platform/backup/verify-backups.ts'
import { SilentExit } from '../errors.ts'
import { exitCode } from '../exit-codes.ts'
import { print } from '../output.ts'
import { backupFolder, type FolderOptions, megabytes } from './folder.ts'
import { showProgress } from './progress.ts'

export async function verify(id: string | undefined, options: FolderOptions): Promise<void> {
  const { folder, key } = await backupFolder(options)
  const repository = await openRepository(folder, key)
  const progress = showProgress()
  const { onProgress } = progress
  const verified = await verifyBackups(repository, { ...(id && { id }), onProgress })
  progress.end()
  const { backups, files, bytes, problems } = verified
  const text =
    problems.length === 0
      ? `Every byte is right. Backups: ${backups.length}, files: ${files}, size: ${megabytes(bytes)}.`
      : `Damaged, do not rely on these backups:\n  ${problems.join('\n  ')}\nCreate a new one with: atelier backup create`
  print(options.json, verified, text)
  if (problems.length > 0) throw new SilentExit(exitCode.failed)
}
