import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { seenFolder } from './folder-queries.ts'
import { presentAsset } from './present-asset.ts'
import { assets, assetsAfter, seenAsset, seenAssets } from './queries.ts'
import { type Asset, type AssetListQuery, topLevel } from './schemas.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'clock' | 'fileSecrets'>

export async function getAsset(deps: Needs, actor: Actor, id: string): Promise<Asset> {
  requirePermission(actor, 'assets:read')
  const asset = await seenAsset(deps.db.workspace(actor.workspaceId), actor, id)
  if (!asset) throw problem('asset_not_found')
  return presentAsset(deps, asset)
}

export async function listAssets(deps: Needs, actor: Actor, query: AssetListQuery) {
  requirePermission(actor, 'assets:read')
  const sql = deps.db.workspace(actor.workspaceId)
  const { folder_id } = query
  if (folder_id !== undefined && folder_id !== topLevel) {
    if (!(await seenFolder(sql, actor, folder_id))) throw problem('folder_not_found')
  }
  const { count, results } = await assets(sql, actor, query)
  return { count, results: results.map((asset) => presentAsset(deps, asset)) }
}

/** For lists with a cursor instead of pages: newest first, after the given one. */
export async function listAssetsAfter(
  deps: Needs,
  actor: Actor,
  after: Asset | undefined,
  limit: number,
): Promise<Asset[]> {
  requirePermission(actor, 'assets:read')
  const found = await assetsAfter(deps.db.workspace(actor.workspaceId), actor, after, limit)
  return found.map((asset) => presentAsset(deps, asset))
}

/** For other features: the existing assets among these ids. */
export async function assetsByIds(deps: Needs, actor: Actor, ids: string[]): Promise<Asset[]> {
  if (ids.length === 0) return []
  requirePermission(actor, 'assets:read')
  const found = await seenAssets(deps.db.workspace(actor.workspaceId), actor, ids)
  return found.map((asset) => presentAsset(deps, asset))
}
