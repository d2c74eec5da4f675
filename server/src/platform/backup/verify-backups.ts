import { BackupError } from './backup-error.ts'
import { type BackupFolder, readStoredFile } from './backup-folder.ts'
import {
  type Backup,
  basePath,
  filePath,
  listBackups,
  listRounds,
  readBackup,
  segmentPath,
} from './records.ts'
import { findGap } from './restore-plan.ts'

export interface VerifyResult {
  backups: string[]
  files: number
  bytes: number
  /** One sentence for each file that cannot be restored. */
  problems: string[]
}

/** Reads every byte of the backups, or of one, and compares it with its hash. */
export async function verifyBackups(folder: BackupFolder, id?: string): Promise<VerifyResult> {
  const backups = id ? [await readBackup(folder, id)] : await listBackups(folder)
  const verified: VerifyResult = { backups: [], files: 0, bytes: 0, problems: [] }
  const read = new Set<string>()
  for (const backup of backups) {
    verified.backups.push(backup.id)
    await collect(verified, async () => {
      for await (const { path, ...expected } of listParts(folder, backup)) {
        if (read.has(path)) continue
        read.add(path)
        verified.files += 1
        await collect(verified, async () => {
          for await (const { length } of readStoredFile(folder, path, expected))
            verified.bytes += length
        })
      }
    })
  }
  return verified
}

async function collect({ problems }: VerifyResult, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    problems.push(error.message)
  }
}

async function* listParts(folder: BackupFolder, backup: Backup) {
  const { id, base } = backup
  const rounds = await listRounds(folder, id)
  yield { path: basePath(id), bytes: base.bytes, sha256: base.sha256 }
  for (const { segments, files } of rounds) {
    for (const { name, ...part } of segments) yield { path: segmentPath(id, name), ...part }
    for (const file of files) yield { path: filePath(file), sha256: file.sha256 }
  }
  const gap = findGap(backup, rounds)
  if (gap === undefined) return
  throw new BackupError(
    'backup_damaged',
    `${id}: the changes before ${rounds[gap]?.until ?? 'its end'} are missing, so later moments cannot be restored.`,
  )
}
