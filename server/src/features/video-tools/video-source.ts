import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { isUuid } from '../../lib/uuid.ts'
import { contentOfAsset, requireKnownAsset } from '../assets/content-of-asset.ts'
import { TaskError } from '../tasks/kinds.ts'
import { withField } from '../tasks/with-field.ts'

const largestVideoBytes = 1024 ** 3

/** Checks what can be checked before the task runs; the task reports download errors. */
export async function checkVideoSource(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  field: string,
  source: string,
): Promise<void> {
  const isUrl = /^https?:\/\//i.test(source) && URL.canParse(source)
  if (!isUrl && !isUuid(source))
    throw invalid(field, 'must be an http(s) URL or the id of an asset')
  await requireKnownAsset(deps, actor, field, source)
}

/** Copies a video from its source to a local file. Its header is checked, its frames are not. */
export async function fetchVideo(
  deps: Deps,
  actor: Actor,
  {
    field,
    source,
    path,
    signal,
  }: { field: string; source: string; path: string; signal: AbortSignal },
): Promise<void> {
  try {
    await pipeline(await open(deps, actor, source, signal), createWriteStream(path))
    const { hasVideo } = await deps.engines.probe(path, { signal })
    if (!hasVideo) throw new TaskError('no_video', 'The file has no video track.')
  } catch (error) {
    withField(field)(error)
  }
}

async function open(deps: Deps, actor: Actor, source: string, signal: AbortSignal) {
  const key = await contentOfAsset(deps, actor, source)
  if (key === null) {
    throw new TaskError('asset_not_found', 'This workspace has no such asset with a file.')
  }
  if (key !== undefined) return (await deps.storage.open(key)).stream
  const fetched = await deps.safeFetch.fetching(source, {
    maxBytes: largestVideoBytes,
    timeoutMs: 1_800_000,
    idleTimeoutMs: 30_000,
    signal,
  })
  return fetched.stream
}
