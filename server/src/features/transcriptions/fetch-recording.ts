import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { contentOfAsset } from '../assets/content-of-asset.ts'
import { TaskError } from '../tasks/kinds.ts'
import { withField } from '../tasks/with-field.ts'

const largestRecordingBytes = 2 * 1024 ** 3

/** Copies a recording to storage, so that every worker can read it. */
export async function fetchRecording(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'fileSecrets' | 'storage' | 'safeFetch'>,
  actor: Actor,
  { field, source, signal }: { field: string; source: string; signal: AbortSignal },
): Promise<string> {
  const key = await contentOfAsset(deps, actor, source)
  if (key) return key
  if (key === null) {
    const message = 'This workspace has no such asset with a file.'
    throw new TaskError('asset_not_found', message, { field })
  }
  try {
    const fetched = await deps.safeFetch.fetching(source, {
      maxBytes: largestRecordingBytes,
      timeoutMs: 3_600_000,
      idleTimeoutMs: 30_000,
      signal,
    })
    const stored = await deps.storage.putContent(fetched.stream, {
      maxBytes: largestRecordingBytes,
    })
    return stored.key
  } catch (error) {
    return withField(field)(error)
  }
}

/** Makes a local copy for engines that read files. */
export async function copyOut(
  { storage }: Pick<Deps, 'storage'>,
  key: string,
  path: string,
): Promise<void> {
  const { stream } = await storage.open(key)
  await pipeline(stream, createWriteStream(path))
}
