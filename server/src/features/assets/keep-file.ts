import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'

/** Stores a file that was created on this server. */
export async function keepFile(
  { storage }: Pick<Deps, 'storage'>,
  path: string,
): Promise<StoredContent> {
  const { size } = await stat(path)
  return storage.putContent(createReadStream(path), { maxBytes: size })
}

/** Creates and stores a thumbnail of an image, and returns the size of the image itself. */
export async function keepThumbnail(
  deps: Pick<Deps, 'storage' | 'engines'>,
  imagePath: string,
  signal?: AbortSignal,
) {
  const made = await deps.engines.thumbnail(imagePath, dirname(imagePath), { signal })
  const { key } = await keepFile(deps, made.path)
  const { width, height, contentType } = made
  return { width, height, thumbnail: { key, contentType } }
}
