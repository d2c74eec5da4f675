import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Undeliverable } from '../../../channels/channel.ts'
import { explained, TemporaryRejection } from '../../../channels/post-to-service.ts'
import type { Media, MediaFile, PictureLimits } from '../../../channels/social/network.ts'
import type { Deps } from '../../../deps.ts'
import { EngineError } from '../../../engines/engine-error.ts'
import type { Actor } from '../../../http/permissions.ts'
import { detectType, headBytes } from '../../../lib/magic-bytes.ts'
import { FetchRefused } from '../../../platform/safe-fetch/fetch-refused.ts'
import { StorageError } from '../../../platform/storage/storage-error.ts'
import { contentOfAsset } from '../../assets/content-of-asset.ts'
import { findAssets } from '../../assets/find-assets.ts'
import type { StoredMedium } from '../posts/queries.ts'

export type MediaNeeds = Pick<
  Deps,
  'db' | 'clock' | 'config' | 'fileSecrets' | 'storage' | 'safeFetch' | 'engines'
>

const maxBytes = 100 * 1024 ** 2
const kinds = ['image', 'video', 'audio']

/** The media of a post in the form that adapters use; files are loaded on demand. */
export function loadMedia(
  deps: MediaNeeds,
  actor: Actor,
  media: StoredMedium[],
  folder: string,
): Media[] {
  return media.map((medium, index) => {
    const name = `Media file ${index + 1}`
    const path = join(folder, `medium-${index}`)
    let loading: Promise<MediaFile> | undefined
    const file = () => {
      loading ??= load(deps, actor, medium, path).catch((error) => {
        throw inWords(name, error)
      })
      return loading
    }
    return {
      description: medium.description ?? '',
      link: () => buildLink(deps, actor, medium, name),
      file,
      picture: async (limits) => picture(deps, name, await file(), `${path}-small`, limits),
    }
  })
}

async function buildLink(deps: MediaNeeds, actor: Actor, medium: StoredMedium, name: string) {
  if (!medium.asset_id) return { url: medium.url ?? '', content_type: null }
  const assets = await findAssets(deps, actor.workspaceId, [medium.asset_id])
  const asset = assets.get(medium.asset_id)
  if (!asset?.file_url) throw new Undeliverable(`${name}: the asset no longer exists.`)
  return { url: asset.file_url, content_type: asset.content_type }
}

async function load(
  deps: MediaNeeds,
  actor: Actor,
  { asset_id, url }: StoredMedium,
  path: string,
): Promise<MediaFile> {
  const key = asset_id && (await contentOfAsset(deps, actor, asset_id))
  if (asset_id && !key) throw new Undeliverable('the asset no longer exists.')
  const { stream } = key
    ? await deps.storage.open(key)
    : await deps.safeFetch.fetching(url ?? '', { maxBytes: maxBytes, timeoutMs: 120_000 })
  await pipeline(stream, createWriteStream(path))
  const type = detectType(await firstBytes(path))
  if (!type || !kinds.includes(type.kind)) {
    throw new Undeliverable('this is not an image, video or audio file.')
  }
  return { path, bytes: (await stat(path)).size, contentType: type.mediaType }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/** Shrinks the image in a separate process, where a malicious image can do no harm. */
async function picture(
  { engines }: MediaNeeds,
  name: string,
  file: MediaFile,
  outputPath: string,
  limits: PictureLimits,
) {
  if (!file.contentType.startsWith('image/')) {
    throw new Undeliverable(`${name}: the network accepts only images, not ${file.contentType}.`)
  }
  const job = {
    tool: 'shrink',
    format: 'jpeg',
    imagePath: file.path,
    outputPath,
    ...limits,
  } as const
  const made = await engines.edit(job, {}).catch((error) => {
    throw inWords(name, error)
  })
  const { width, height, contentType, path } = made
  return { path, width, height, contentType, bytes: (await stat(path)).size }
}

/** The error for a file, and whether it is retryable. */
function inWords(name: string, error: unknown): unknown {
  const reason = error instanceof FetchRefused ? (explained(error) as Error) : error
  const isKnown = [FetchRefused, StorageError, EngineError, Undeliverable].some(
    (kind) => reason instanceof kind,
  )
  if (!isKnown) return reason
  const { message, retryable = false } = reason as Error & { retryable?: boolean }
  const text = `${name}: ${message}`
  return retryable
    ? new TemporaryRejection(text, { cause: error })
    : new Undeliverable(text, { cause: error })
}
