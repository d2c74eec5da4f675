import type { Deps } from '../../deps.ts'
import { plainUrl } from '../../lib/plain-url.ts'
import { isUuid } from '../../lib/uuid.ts'
import { type AssetRow, assetsByIds, assetsWithContents } from './queries.ts'

type Needs = Pick<Deps, 'db' | 'config'>

/** A source is an asset, a deleted asset, or an external URL without its secrets. */
export type DescribedSource =
  | { kind: 'asset'; asset: AssetRow }
  | { kind: 'deleted' }
  | { kind: 'external'; url: string }

/**
 * Describes sources by their input: an asset id, an asset link, or another URL. One of our own
 * links identifies its asset even after it expired, and is never repeated. The caller checks who
 * may see them.
 */
export async function describeSources(
  { db, config }: Needs,
  workspaceId: number,
  sources: readonly string[],
): Promise<Map<string, DescribedSource>> {
  const ours = `${config.publicUrl}/files/`
  const readKey = (source: string) => source.slice(ours.length).split('?')[0] ?? ''
  const sql = db.workspace(workspaceId)
  const ids = sources.filter(isUuid)
  const keys = sources.filter((source) => source.startsWith(ours)).map(readKey)
  const byId = ids.length > 0 ? await assetsByIds(sql, workspaceId, ids) : []
  const byKey = keys.length > 0 ? await assetsWithContents(sql, workspaceId, keys) : []
  const describe = (source: string): DescribedSource => {
    const isLink = source.startsWith(ours)
    if (!isLink && !isUuid(source)) return { kind: 'external', url: plainUrl(source) }
    const asset = isLink
      ? byKey.find(({ content_key }) => content_key === readKey(source))
      : byId.find(({ id }) => id === source.toLowerCase())
    return asset ? { kind: 'asset', asset } : { kind: 'deleted' }
  }
  return new Map(sources.map((source) => [source, describe(source)]))
}
