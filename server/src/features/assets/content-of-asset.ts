import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { verifyFileUrl } from '../../platform/storage/signed-urls.ts'
import { assetById, hasContent } from './queries.ts'

/**
 * The storage key behind the id or one of our own links of an asset, so that it is read from storage
 * and not over the network. Null when it is one of ours but not in reach; undefined for any other
 * address.
 */
export async function contentOfAsset(
  { db, clock, config, fileSecrets }: Pick<Deps, 'db' | 'clock' | 'config' | 'fileSecrets'>,
  actor: Actor,
  source: string,
): Promise<string | null | undefined> {
  const sql = db.workspace(actor.workspaceId)
  if (!source.includes(':')) {
    const asset = await assetById(sql, actor.workspaceId, source)
    return asset?.content_key ?? null
  }
  if (!source.startsWith(`${config.publicUrl}/files/`)) return undefined
  const verdict = verifyFileUrl(fileSecrets, 'GET', source.slice(config.publicUrl.length), clock())
  if (!verdict.ok) return null
  const { key } = verdict.grant
  return (await hasContent(sql, actor.workspaceId, key)) ? key : null
}
