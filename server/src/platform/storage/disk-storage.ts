import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { moveInto, onDisk, onFile, receive, syncFolder, unlessMissing } from './disk-files.ts'
import { checkKey, contentKey, isKey } from './keys.ts'
import { resolveRange } from './ranges.ts'
import type { FileFacts, OpenedFile, OpenRange, Storage } from './storage.ts'
import { StorageError } from './storage-error.ts'

export interface DiskSettings {
  folder: string
  /** Writes are rejected if less than this would be left for others on the same disk. */
  keepFreeBytes?: number
}

/**
 * Files in a folder, each under its key. A write goes to `.unfinished` in the same folder, and so
 * on the same disk, and is renamed atomically. `sweep` removes files left by a crash. Several
 * processes may share the folder.
 */
export async function openDiskStorage(settings: DiskSettings): Promise<Storage> {
  const { keepFreeBytes = 0 } = settings
  const root = resolve(settings.folder)
  const unfinished = join(root, '.unfinished')
  await onDisk(mkdir(unfinished, { recursive: true, mode: 0o700 }))

  function filePath(key: string): string {
    checkKey(key)
    return join(root, key)
  }

  return {
    put: async (key, source, { maxBytes }) => {
      const target = filePath(key)
      const { path, ...stored } = await receive(source, {
        folder: unfinished,
        maxBytes,
        keepFreeBytes,
      })
      await moveInto(root, path, target)
      return stored
    },
    // Moves the file even if the content exists. That is free, repairs a damaged file and renews
    // its date, so cleanup by age does not remove a file that was just stored again.
    putContent: async (source, { maxBytes }) => {
      const { path, ...stored } = await receive(source, {
        folder: unfinished,
        maxBytes,
        keepFreeBytes,
      })
      const key = contentKey(stored.sha256)
      await moveInto(root, path, filePath(key))
      return { key, ...stored }
    },
    open: async (key, range) => openFile(filePath(key), range),
    stat: async (key) => readFacts(filePath(key)).catch(unlessMissing),
    list: () => listKeys(root),
    delete: async (key) => remove(filePath(key)).catch(unlessMissing),
    sweep: (startedBefore) => sweep(unfinished, startedBefore),
  }
}

async function openFile(path: string, range: OpenRange | undefined): Promise<OpenedFile> {
  const handle = await onFile(open(path, 'r'))
  try {
    const facts = await onDisk(handle.stat())
    if (!facts.isFile()) throw new StorageError('not_found')
    const { start, bytes } = resolveRange(facts.size, range)
    const stream = handle.createReadStream({ start, end: Math.max(start, start + bytes - 1) })
    return { stream, bytes, totalBytes: facts.size, lastModified: facts.mtime }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function readFacts(path: string): Promise<FileFacts> {
  const facts = await onFile(stat(path))
  if (!facts.isFile()) throw new StorageError('not_found')
  return { bytes: facts.size, lastModified: facts.mtime }
}

/** One batch per folder. Other files in the folder, such as unfinished ones, are not ours to show. */
async function* listKeys(root: string, under = ''): AsyncGenerator<string[]> {
  const entries = await onDisk(readdir(join(root, under), { withFileTypes: true }))
  const keyed = entries
    .map((entry) => ({ key: under + entry.name, isFolder: entry.isDirectory() }))
    .filter(({ key }) => isKey(key))
  const files = keyed.filter(({ isFolder }) => !isFolder).map(({ key }) => key)
  if (files.length > 0) yield files
  for (const { key, isFolder } of keyed) if (isFolder) yield* listKeys(root, `${key}/`)
}

async function remove(path: string): Promise<void> {
  await onFile(unlink(path))
  await syncFolder(dirname(path))
}

/** A file still being written is recent, because every write renews its date. */
async function sweep(unfinished: string, startedBefore: Date): Promise<number> {
  let removed = 0
  for (const name of await onDisk(readdir(unfinished))) {
    const path = join(unfinished, name)
    const facts = await readFacts(path).catch(unlessMissing)
    if (!facts || facts.lastModified >= startedBefore) continue
    await onFile(unlink(path)).catch(unlessMissing)
    removed += 1
  }
  return removed
}
