import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { verifyFileUrl } from '../../platform/storage/signed-urls.ts'
import { contentOfAsset } from './content-of-asset.ts'
import { presentAsset } from './present-asset.ts'
import { assetsByIds, assetWithContent } from './queries.ts'
import type { Asset } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>

/**
 * For features that store asset ids: the assets of the workspace, with links valid for one day. The
 * caller checks who may see them.
 */
export async function findAssets(
  deps: Needs,
  workspaceId: number,
  ids: string[],
): Promise<Map<string, Asset>> {
  if (ids.length === 0) return new Map()
  const rows = await assetsByIds(deps.db.workspace(workspaceId), workspaceId, ids)
  return new Map(rows.map((row) => [row.id, presentAsset(deps, row)]))
}

/**
 * The asset id for an id or one of our own links: a link expires, the id does not. Null if the
 * asset is ours but not accessible or has no content yet; undefined for any other URL.
 */
export async function findAssetId(
  deps: Needs,
  actor: Actor,
  source: string,
): Promise<string | null | undefined> {
  const key = await contentOfAsset(deps, actor, source)
  if (typeof key !== 'string') return key
  if (!source.includes(':')) return source.toLowerCase()
  const sql = deps.db.workspace(actor.workspaceId)
  const path = source.slice(deps.config.publicUrl.length)
  const verdict = verifyFileUrl(deps.fileSecrets, 'GET', path, deps.clock())
  const grant = verdict.ok && verdict.grant.method === 'GET' ? verdict.grant : undefined
  return (await assetWithContent(sql, actor, key, grant?.fileName))?.id ?? null
}
