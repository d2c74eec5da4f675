import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../http/permissions.ts'
import { invalid } from '../../../http/problem.ts'
import { isUuid } from '../../../lib/uuid.ts'
import { findAssetId } from '../../assets/find-assets.ts'
import type { StoredMedium } from '../posts/queries.ts'
import type { MediaInput } from '../posts/schemas.ts'

/**
 * The media of a post: assets of the workspace, or URLs. The file at a URL is checked only when the
 * post is published.
 */
export async function checkMedia(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'fileSecrets'>,
  actor: Actor,
  media: MediaInput = [],
): Promise<StoredMedium[]> {
  const checked: StoredMedium[] = []
  for (const [index, given] of media.entries()) {
    const medium = typeof given === 'string' ? { url: given } : given
    // A draft's own media can be sent back unchanged: for an asset, the id counts, not the link.
    const source = medium.asset_id ?? medium.url ?? ''
    const found = await findSource(deps, actor, `media.${index}`, source)
    checked.push({ ...found, description: medium.description?.trim() || null })
  }
  return checked
}

async function findSource(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'fileSecrets'>,
  actor: Actor,
  path: string,
  source: string,
): Promise<Pick<StoredMedium, 'asset_id' | 'url'>> {
  const isUrl = /^https?:\/\//i.test(source) && URL.canParse(source)
  if (!isUrl && !isUuid(source)) {
    throw invalid(path, 'must be the id of an asset or an http(s) URL')
  }
  const assetId = await findAssetId(deps, actor, source)
  if (assetId === null) throw invalid(path, 'is not an asset with a file in this workspace')
  return assetId === undefined ? { asset_id: null, url: source } : { asset_id: assetId, url: null }
}
