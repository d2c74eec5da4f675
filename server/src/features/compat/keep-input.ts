import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { detectType, headBytes } from '../../lib/magic-bytes.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { saveResult } from '../assets/save-result.ts'

interface Input extends StoredContent {
  name: string
}

/** The type of a stored file by its first bytes. Clients often claim a wrong one. */
export async function detectStoredType(
  { storage }: Pick<Deps, 'storage'>,
  { key, bytes }: Pick<StoredContent, 'key' | 'bytes'>,
): Promise<string | undefined> {
  if (bytes === 0) return undefined
  const { stream } = await storage.open(key, { start: 0, end: Math.min(headBytes, bytes) - 1 })
  return detectType(Buffer.concat(await stream.toArray()))?.mediaType
}

/**
 * Keeps a file that came with a request as an asset for a day, where the tools can read it. Returns
 * the id of the asset.
 */
export async function keepInput(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  actor: Actor,
  { name, ...file }: Input,
  contentType: string,
): Promise<string> {
  const asset = await deps.db.transaction(actor.workspaceId, (tx) =>
    saveResult(
      deps,
      tx,
      actor,
      { ...file, contentType },
      { name: name.slice(0, 255) || 'file', transient: true },
    ),
  )
  return asset.id
}
