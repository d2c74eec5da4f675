import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Deps } from '../../deps.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { forgetContent } from './remove-unused.ts'

/**
 * Stores a file that was created on this server. If no record uses it within a day, because the
 * task was cancelled or its worker was killed, it is deleted.
 */
export async function keepFile(
  { storage, db, clock }: Pick<Deps, 'storage' | 'db' | 'clock'>,
  path: string,
): Promise<StoredContent> {
  const { size } = await stat(path)
  const stored = await storage.putContent(createReadStream(path), { maxBytes: size })
  await forgetContent({ db, clock }, [stored.key])
  return stored
}

/** Creates and stores a thumbnail of an image, and returns the size of the image itself. */
export async function keepThumbnail(
  deps: Pick<Deps, 'storage' | 'db' | 'clock' | 'engines'>,
  imagePath: string,
  { signal, withChecks }: { signal?: AbortSignal; withChecks?: true } = {},
) {
  const outputPath = join(dirname(imagePath), 'thumbnail')
  const request = { imagePath, outputPath, ...(withChecks && { withChecks }) }
  const made = await deps.engines.thumbnail(request, { signal })
  const { key } = await keepFile(deps, made.path)
  const { width, height, contentType, checks } = made
  return { width, height, thumbnail: { key, contentType }, ...(checks && { checks }) }
}
