import { unlessMissing } from '../storage/disk-files.ts'
import type { Storage } from '../storage/storage.ts'
import type { ContentWriter } from './content.ts'
import { inParallel } from './in-parallel.ts'
import type { StoredFile } from './manifest.ts'

/**
 * Copies files that the repository doesn't have yet. Call it after the copy of the database: a file is
 * stored before the rows that refer to it, and stays for a day after the last of them is gone.
 */
export async function copyFiles(
  storage: Storage,
  writer: ContentWriter,
  isKnown: (path: string) => Promise<StoredFile | undefined>,
): Promise<void> {
  writer.startPhase('Copying files')
  for await (const keys of storage.list()) {
    await inParallel(keys, async (key) => {
      const path = `files/${key}`
      const known = await isKnown(path)
      if (known) return writer.reuse(known)
      const opened = await storage.open(key).catch(unlessMissing)
      if (opened) await writer.add(path, opened.stream)
    })
  }
}
