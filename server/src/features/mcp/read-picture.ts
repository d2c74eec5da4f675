import { contentOfAsset } from '../assets/content-of-asset.ts'
import type { Asset } from '../assets/schemas.ts'
import type { Caller } from './surface.ts'

/** Base64 adds a third. Larger images are only available through the link in the record. */
const maxBytes = 2 * 1024 * 1024

/** The bytes of an image, for a model to look at; undefined for everything else. */
export async function readPicture(
  { deps, actor }: Caller,
  { id, bytes, content_type }: Pick<Asset, 'id' | 'bytes' | 'content_type'>,
): Promise<{ mimeType: string; blob: string } | undefined> {
  if (!content_type?.startsWith('image/') || bytes === null || bytes > maxBytes) return undefined
  const key = await contentOfAsset(deps, actor, id)
  if (!key) return undefined
  const { stream } = await deps.storage.open(key)
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return { mimeType: content_type, blob: Buffer.concat(chunks).toString('base64') }
}
