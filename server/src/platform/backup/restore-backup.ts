import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { existingClusterHome } from '../postgres/cluster-home.ts'
import type { Storage } from '../storage/storage.ts'
import { BackupError } from './backup-error.ts'
import { type BackupFolder, readStoredFile, requireFile, unlessMissing } from './backup-folder.ts'
import { inParallel } from './in-parallel.ts'
import { type FileEntry, filePath } from './records.ts'
import { restoreCluster } from './restore-cluster.ts'
import { planRestore, type RestorePlan } from './restore-plan.ts'

export interface RestoreTarget {
  /** Becomes the data folder of the restored installation. */
  folder: string
  openStorage(): Promise<Storage>
}

export interface RestoreResult extends RestorePlan {
  files: number
}

/** Restores a backup or a moment into an empty folder. If it fails, the folder is empty again. */
export async function restoreBackup(
  backups: BackupFolder,
  target: RestoreTarget,
  wanted: { id?: string; at?: Date } = {},
): Promise<RestoreResult> {
  const plan = await planRestore(backups, wanted)
  const folder = resolve(target.folder)
  await requireEmptyFolder(folder)
  try {
    const files = plan.rounds.flatMap((round) => round.files)
    await restoreFiles(backups, files, await target.openStorage())
    await restoreCluster(backups, plan, folder)
    return { ...plan, files: files.length }
  } catch (error) {
    await emptyFolder(folder)
    throw error
  }
}

async function restoreFiles(
  backups: BackupFolder,
  files: FileEntry[],
  storage: Storage,
): Promise<void> {
  await inParallel(files, async (file) => {
    const { size } = await requireFile(backups, filePath(file))
    // A bucket may still have it.
    if ((await storage.stat(file.key))?.bytes === size) return
    const content = readStoredFile(backups, filePath(file), file)
    await storage.put(file.key, Readable.from(content), { maxBytes: size })
  })
}

async function requireEmptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(unlessMissing)
  if (names && names.length > 0) {
    throw new BackupError(
      'folder_not_empty',
      `${folder} is not empty. Choose an empty folder with --into, so that nothing is overwritten.`,
    )
  }
  await mkdir(folder, { recursive: true })
}

/** A failed part may still be writing. */
const removal = { recursive: true, force: true, maxRetries: 10 }

async function emptyFolder(folder: string): Promise<void> {
  const home = await existingClusterHome(folder).catch(() => undefined)
  if (home) await rm(home, removal)
  for (const name of await readdir(folder)) {
    await rm(join(folder, name), removal)
  }
}
