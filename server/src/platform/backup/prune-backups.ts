import { contentKey } from '../storage/keys.ts'
import { type BackupFolder, listFolders, removeBackup } from './backup-folder.ts'
import { type Backup, listBackups, listRounds } from './records.ts'
import { backupsToKeep, type Retention } from './retention.ts'

export interface Pruned {
  kept: string[]
  removed: string[]
  freedBytes: number
}

const hourMs = 3_600_000

/**
 * Removes backups that the retention does not keep, and the stored files that only they need. Only
 * under the lock for backups.
 */
export async function pruneBackups(folder: BackupFolder, retention: Retention): Promise<Pruned> {
  const backups = await listBackups(folder)
  const kept = [...backupsToKeep(backups, retention)]
  const removed = backups.filter((backup) => !kept.includes(backup))
  const needed = new Set<string>()
  for (const { id } of kept) {
    for (const { files } of await listRounds(folder, id)) {
      for (const { sha256 } of files) needed.add(contentKey(sha256))
    }
  }
  for (const { id } of removed) await removeBackup(folder, id)
  await removeUnfinished(folder)
  let freedBytes = removed.reduce((sum, { base }) => sum + base.bytes, 0)
  for await (const keys of folder.files.list()) {
    for (const key of keys.filter((one) => !needed.has(one))) {
      freedBytes += (await folder.files.stat(key))?.bytes ?? 0
      await folder.files.delete(key)
    }
  }
  const listIds = (list: Backup[]) => list.map(({ id }) => id).sort()
  return { kept: listIds(kept), removed: listIds(removed), freedBytes }
}

/** What killed processes left. Something recent may belong to a process on another machine. */
export async function removeUnfinished(folder: BackupFolder): Promise<void> {
  const recent = new Date(Date.now() - 24 * hourMs).toISOString().replaceAll(/[-:]/g, '')
  const whole = new Set((await listBackups(folder)).map(({ id }) => id))
  for (const id of await listFolders(folder)) {
    if (!whole.has(id) && id < recent) await removeBackup(folder, id)
  }
  await folder.files.sweep(new Date(Date.now() - hourMs))
}
