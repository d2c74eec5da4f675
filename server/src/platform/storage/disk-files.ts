import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { abandon, inParts, measured } from './measured-source.ts'
import type { Source, Stored } from './storage.ts'
import { StorageError } from './storage-error.ts'

/** How often a long write checks the free space that others need. */
const lookEveryBytes = 8 * 1024 * 1024
/** Held in memory per upload. */
const partBytes = 256 * 1024

interface WriteTarget {
  folder: string
  maxBytes: number
  /** Free space left for others on the same disk, such as the database. */
  keepFreeBytes: number
}

interface WrittenFile extends Stored {
  path: string
}

/** Writes a new file aside and syncs it to disk. A failure leaves nothing behind. */
export async function receive(source: Source, where: WriteTarget): Promise<WrittenFile> {
  const path = join(where.folder, randomUUID())
  let handle: FileHandle | undefined
  const opened = async () => {
    handle ??= await onDisk(open(path, 'wx', 0o600))
    return handle
  }
  try {
    const stored = await writeAll(opened, source, where)
    handle = await opened()
    await onDisk(handle.sync())
    await onDisk(handle.close())
    return { path, ...stored }
  } catch (error) {
    abandon(source)
    await handle?.close().catch(() => {})
    if (handle) await rm(path, { force: true }).catch(() => {})
    throw error
  }
}

/** The file is opened with the first part, so that uploads aborted before it don't use the disk. */
async function writeAll(
  opened: () => Promise<FileHandle>,
  source: Source,
  where: WriteTarget,
): Promise<Stored> {
  const { chunks, result } = measured(source, where.maxBytes)
  let untilLook = 0
  for await (const part of inParts(chunks, partBytes)) {
    if (untilLook <= 0) {
      await requireRoom(where)
      untilLook = lookEveryBytes
    }
    await onDisk((await opened()).writeFile(part))
    untilLook -= part.length
  }
  return result()
}

async function requireRoom({ folder, keepFreeBytes }: WriteTarget): Promise<void> {
  if (keepFreeBytes === 0) return
  const { bavail, bsize } = await onDisk(statfs(folder))
  if (bavail * bsize < keepFreeBytes) throw new StorageError('storage_full')
}

/**
 * Gives a finished file its name. The move is atomic for readers, and durable: without the syncs, a
 * power cut could lose the name, or a folder above it, after we reported "stored".
 */
export async function moveInto(root: string, path: string, target: string): Promise<void> {
  try {
    await onDisk(mkdir(dirname(target), { recursive: true, mode: 0o700 }))
    await onDisk(rename(path, target))
  } catch (error) {
    await rm(path, { force: true }).catch(() => {})
    throw error
  }
  // Always syncs all the way up: another process may have created a folder without syncing it yet.
  for (let folder = dirname(target); ; folder = dirname(folder)) {
    await syncFolder(folder)
    if (folder === root) return
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await onDisk(open(folder, 'r'))
  try {
    await onDisk(handle.sync())
  } finally {
    await handle.close()
  }
}

/** Translates file system errors into storage errors. */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new StorageError('storage_full', error)
    throw new StorageError('storage_unavailable', error)
  }
}

/** The same for a file that may not exist. */
export async function onFile<T>(work: Promise<T>): Promise<T> {
  return onDisk(work).catch((error: StorageError) => {
    const { code = '' } = error.cause as NodeJS.ErrnoException
    throw ['ENOENT', 'ENOTDIR'].includes(code) ? new StorageError('not_found', error.cause) : error
  })
}

export function unlessMissing(error: unknown): undefined {
  if (error instanceof StorageError && error.code === 'not_found') return undefined
  throw error
}
