import { Readable } from 'node:stream'
import { unlessMissing } from '../storage/disk-files.ts'
import { contentKey } from '../storage/keys.ts'
import { measured } from '../storage/measured-source.ts'
import type { Storage } from '../storage/storage.ts'
import type { BackupFolder } from './backup-folder.ts'
import { inParallel } from './in-parallel.ts'
import type { FileEntry } from './records.ts'

export interface FilesCopy {
  files: FileEntry[]
  bytes: number
  addedBytes: number
  /** Keys of files that are damaged in the storage itself, so they were not copied. */
  damaged: string[]
}

/**
 * Copies the stored files that the folder doesn't have yet. Call it after the copy of the database: a
 * file is stored before the rows that refer to it, and stays for a day after the last of them is gone.
 */
export async function copyFiles(
  storage: Storage,
  { files: copies }: BackupFolder,
  known: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<FilesCopy> {
  const copy: FilesCopy = { files: [], bytes: 0, addedBytes: 0, damaged: [] }
  for await (const keys of storage.list()) {
    const wanted = keys.filter((key) => !known.has(key))
    await inParallel(wanted, async (key) => {
      signal?.throwIfAborted()
      const existing = key.startsWith('sha256/') ? await copies.stat(key) : undefined
      const file = existing
        ? { sha256: readHash(key), bytes: existing.bytes }
        : await copyFile(storage, copies, key, copy.damaged)
      if (!file) return
      copy.files.push({ key, sha256: file.sha256 })
      copy.bytes += file.bytes
      if (!existing) copy.addedBytes += file.bytes
    })
  }
  return copy
}

const readHash = (key: string) => key.slice('sha256/'.length).replace('/', '')

/** Undefined: the file was deleted meanwhile, or is damaged. */
async function copyFile(from: Storage, to: Storage, key: string, damaged: string[]) {
  const opened = await from.open(key).catch(unlessMissing)
  if (!opened) return undefined
  const { chunks, result } = measured(opened.stream, Number.POSITIVE_INFINITY)
  async function* verified() {
    yield* chunks
    const isOther = key.startsWith('sha256/') && contentKey(result().sha256) !== key
    if (isOther) throw new WrongContent()
  }
  try {
    return await to.putContent(Readable.from(verified()), { maxBytes: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (!(error instanceof WrongContent)) throw error
    damaged.push(key)
    return undefined
  }
}

class WrongContent extends Error {}
