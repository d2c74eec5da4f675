import { contentOfAsset } from '../assets/content-of-asset.ts'
import type { Asset } from '../assets/schemas.ts'
import type { Caller } from './surface.ts'

/** A third more as base64; beyond it the link in the record has to do. */
const maxBytes = 2 * 1024 * 1024

/** The bytes of a picture, as a model can look at them; undefined for all else. */
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
