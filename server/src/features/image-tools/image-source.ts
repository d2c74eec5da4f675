import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { contentOfAsset } from '../assets/content-of-asset.ts'
import { TaskError } from '../tasks/kinds.ts'
import { withField } from '../tasks/with-field.ts'

export const largestImageBytes = 30 * 1024 ** 2

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const dataUrl = /^data:([^,]*),/i

/** Validates what can be checked immediately; the task reports download errors. */
export function checkImageSource(field: string, source: string): void {
  const isUrl = /^https?:\/\//i.test(source) && URL.canParse(source)
  if (isUrl || uuid.test(source) || dataUrl.test(source)) return
  throw invalid(field, 'must be an http(s) or data: URL, or the id of an asset')
}

/** Copies an image from its source to a local file. */
export async function fetchImage(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'fileSecrets' | 'storage' | 'safeFetch'>,
  actor: Actor,
  {
    field,
    source,
    path,
    signal,
  }: { field: string; source: string; path: string; signal: AbortSignal },
): Promise<void> {
  if (dataUrl.test(source)) return writeDataUrl(field, source, path)
  const key = await contentOfAsset(deps, actor, source)
  if (key === null) {
    throw new TaskError('asset_not_found', 'This workspace has no such asset with a file.', {
      field,
    })
  }
  if (key !== undefined) {
    const { stream } = await deps.storage.open(key)
    return pipeline(stream, createWriteStream(path))
  }
  try {
    const fetched = await deps.safeFetch.fetching(source, {
      maxBytes: largestImageBytes,
      timeoutMs: 60_000,
      signal,
    })
    await pipeline(fetched.stream, createWriteStream(path))
  } catch (error) {
    withField(field)(error)
  }
}

async function writeDataUrl(field: string, source: string, path: string): Promise<void> {
  const [head = '', type = ''] = dataUrl.exec(source) ?? []
  const text = source.slice(head.length)
  const bytes = /;base64$/i.test(type)
    ? Buffer.from(text, 'base64')
    : Buffer.from(decodeURIComponent(text))
  if (bytes.length === 0) throw new TaskError('not_an_image', 'The data: URL is empty.', { field })
  if (bytes.length > largestImageBytes) {
    throw new TaskError('too_large', 'The image is larger than 30 MB.', { field })
  }
  await writeFile(path, bytes)
}
