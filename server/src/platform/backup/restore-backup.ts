import { mkdir, readdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { existingClusterHome } from '../postgres/cluster-home.ts'
import type { Storage } from '../storage/storage.ts'
import { BackupError, DamagedObject } from './backup-error.ts'
import { damaged, readContent, readContentList } from './content.ts'
import { inParallel } from './in-parallel.ts'
import { loadTables } from './load-tables.ts'
import type { Backup, LogicalBackup, OnProgress, StoredFile } from './manifest.ts'
import { hasChunk, type Repository, unlessMissing } from './repository.ts'
import { restoreCluster } from './restore-cluster.ts'
import { planRestore, type RestorePlan } from './restore-plan.ts'

export interface RestoreTarget {
  /** Becomes the data folder of the restored installation. */
  folder: string
  /** Where rows go, if this is a copy of rows. */
  openDatabase(): Promise<{ url: string; release(): Promise<void> }>
  openStorage(): Promise<Storage>
}

export interface RestoreOptions {
  /** A backup, or the newest state in the repository. */
  id?: string
  at?: Date
  onProgress?: OnProgress
}

export interface RestoreResult {
  backup: Backup
  /** The restored state has every change committed before this time. */
  until: string
  files: number
}

/** Restores into an empty folder. If it fails, the folder is empty again. */
export async function restoreBackup(
  repository: Repository,
  target: RestoreTarget,
  options: RestoreOptions = {},
): Promise<RestoreResult> {
  const plan = await planRestore(repository, options)
  const folder = resolve(target.folder)
  await requireEmptyFolder(folder)
  const content = await Readable.from(readContentList(repository, plan.backup.content)).toArray()
  content.push(...plan.segments.flatMap((segment) => segment.content))
  await requireChunks(repository, content)
  try {
    return await restoreAll(repository, plan, content, { ...target, folder }, options)
  } catch (error) {
    await empty(folder)
    throw error
  }
}

async function restoreAll(
  repository: Repository,
  plan: RestorePlan,
  content: StoredFile[],
  target: RestoreTarget,
  { onProgress = () => {} }: RestoreOptions,
): Promise<RestoreResult> {
  const { backup, until } = plan
  const totalBytes = content.reduce((sum, { bytes }) => sum + bytes, 0)
  let doneBytes = 0
  async function* read(file: StoredFile): AsyncGenerator<Buffer> {
    for await (const chunk of readContent(repository, file)) {
      doneBytes += chunk.length
      onProgress({ phase: 'Restoring', doneBytes, totalBytes })
      yield chunk
    }
  }
  const files = content.filter(({ path }) => path.startsWith('files/'))
  await restoreFiles(await target.openStorage(), files, read)
  if (backup.kind === 'physical') {
    const recover = () => onProgress({ phase: 'Recovering the database', doneBytes, totalBytes })
    await restoreCluster(target.folder, { ...plan, backup, content, onRecover: recover }, read)
  } else {
    await restoreTables(backup, content, target, read)
  }
  return { backup, until, files: files.length }
}

async function restoreFiles(
  storage: Storage,
  files: StoredFile[],
  read: (file: StoredFile) => AsyncIterable<Buffer>,
): Promise<void> {
  await inParallel(files, async (file) => {
    const key = file.path.slice('files/'.length)
    // A bucket may still have it.
    if ((await storage.stat(key))?.bytes === file.bytes) return
    await storage.put(key, Readable.from(read(file)), { maxBytes: file.bytes })
  })
}

async function restoreTables(
  backup: LogicalBackup,
  content: StoredFile[],
  target: RestoreTarget,
  read: (file: StoredFile) => AsyncIterable<Buffer>,
): Promise<void> {
  const byPath = new Map(content.map((file) => [file.path, file]))
  const server = await target.openDatabase()
  try {
    await loadTables(server.url, backup, (name) => {
      const file = byPath.get(`tables/${name}`)
      if (file) return read(file)
      throw new BackupError('backup_damaged', `The backup has no rows of the table ${name}.`)
    })
  } finally {
    await server.release()
  }
}

/** Finds a missing part before anything is written. The content itself is verified while it is read. */
async function requireChunks(repository: Repository, content: StoredFile[]): Promise<void> {
  await inParallel(content, async (file) => {
    for (const chunk of file.chunks) {
      if (await hasChunk(repository, chunk)) continue
      throw damaged(file, new DamagedObject(`a part of it is missing in ${repository.folder}`))
    }
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

async function empty(folder: string): Promise<void> {
  const home = await existingClusterHome(folder).catch(() => undefined)
  if (home) await rm(home, { recursive: true, force: true })
  for (const name of await readdir(folder)) {
    await rm(`${folder}/${name}`, { recursive: true, force: true })
  }
}
