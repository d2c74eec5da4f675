import { finished, PassThrough, type Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import { problem } from '../../http/problem.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { noteUnused } from './queries.ts'
import { assetStatus } from './schemas.ts'

interface Upload {
  assetId: string
  body: Readable
  maxBytes: number
}

/**
 * Stores the bytes of a signed upload. The client may send them again until the asset is
 * registered; the last upload counts.
 */
export async function receiveUpload(
  deps: Pick<Deps, 'db' | 'clock' | 'storage'>,
  { assetId, body, maxBytes }: Upload,
): Promise<void> {
  const stored = await storeStream(deps, body, maxBytes)
  const { key, sha256, bytes } = stored
  const changed = await deps.db.system`
    update assets set content_key = ${key}, sha256 = ${sha256}, bytes = ${bytes},
      updated_at = ${deps.clock()}
    where id = ${assetId} and status = ${assetStatus.created} returning id`
  if (changed.length > 0) return
  await noteUnused(deps.db.system, [key], deps.clock())
  throw problem('upload_closed')
}

/** Keeps the request stream open if storing fails, so that the error response can still be sent. */
export async function storeStream(
  { storage }: Pick<Deps, 'storage'>,
  body: Readable,
  maxBytes: number,
): Promise<StoredContent> {
  const between = new PassThrough()
  finished(body, (error) => error && between.destroy(error))
  // Both can fail once more after the storage has stopped reading.
  for (const stream of [body, between]) stream.on('error', () => {})
  body.pipe(between)
  try {
    return await storage.putContent(between, { maxBytes })
  } catch (error) {
    throw body.readableAborted || body.errored ? uploadCutOff() : error
  }
}

/** The client disconnected, so nobody reads this. But it is not a server error. */
export function uploadCutOff() {
  return problem('bad_request', { detail: 'The upload ended before it was complete.' })
}
