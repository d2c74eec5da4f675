import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { keepFile, keepThumbnail } from '../assets/keep-file.ts'
import { type AssetFile, saveResult } from '../assets/save-result.ts'
import type { Outcome } from '../tasks/kinds.ts'
import { type CostlyCheck, costlyChecks } from './costly-checks.ts'

export interface ToolImage {
  path: string
  width: number
  height: number
  contentType: string
  seed?: number
  /** Facts about a generated area that become part of the checks. */
  newArea?: { score: number; candidates: number }
}

export interface ToolResults {
  images: ToolImage[]
  name: string
  imageUrl: string
  storage: 'asset' | 'transient'
  engine: { name: string; version: string; prompt_applied: boolean }
  warnings: string[]
  timings: Record<string, number>
  /** Checks that take seconds, so they are only made on request. */
  checking?: CostlyCheck[]
  follow?: { signal?: AbortSignal }
  [more: string]: unknown
}

/** Stores the images now, and creates their assets in the transaction that finishes the task. */
export async function keepImages(
  deps: Deps,
  actor: Actor,
  { images, name, imageUrl, storage, checking = [], follow = {}, ...facts }: ToolResults,
): Promise<Outcome> {
  const stored: (ToolImage & AssetFile & { checks?: object })[] = []
  for (const image of images) {
    // BMP can be written but not read back.
    const isReadable = image.contentType !== 'image/bmp'
    const { thumbnail, checks } = isReadable
      ? await keepThumbnail(deps, image.path, { withChecks: true })
      : {}
    const more = isReadable ? await costlyChecks(deps, image.path, checking, follow) : {}
    const file = await keepFile(deps, image.path)
    stored.push({
      ...image,
      ...file,
      ...(thumbnail && { thumbnail }),
      ...(checks && {
        checks: { ...checks, ...more, ...(image.newArea && { new_area: image.newArea }) },
      }),
    })
  }
  return async (tx) => {
    const result = []
    for (const [index, image] of stored.entries()) {
      const ending = image.contentType.replace('image/', '').replace('jpeg', 'jpg')
      const suffix = stored.length > 1 ? `-${index + 1}` : ''
      const asset = await saveResult(deps, tx, actor, image, {
        name: `${name}${suffix}.${ending}`,
        transient: storage === 'transient',
      })
      const { width, height, contentType: content_type, bytes, sha256, seed, checks } = image
      const file = { key: image.key, name: asset.name, expires_at: asset.expires_at }
      result.push({
        asset_id: asset.id,
        file,
        width,
        height,
        content_type,
        bytes,
        sha256,
        ...(seed !== undefined && { seed }),
        ...(checks && { checks }),
      })
    }
    return {
      result,
      image_url: shownSource(imageUrl),
      storage,
      ...facts,
    }
  }
}

/** Results must not repeat megabytes of the request. */
export function shownSource(source: string): string {
  return source.startsWith('data:') ? 'data:' : source
}
