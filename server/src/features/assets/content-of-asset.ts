import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { verifyFileUrl } from '../../platform/storage/signed-urls.ts'
import { assetById, hasContent } from './queries.ts'

/**
 * The storage key for an asset id or one of our own asset links, so that the content is read from
 * storage and not over the network. Null if the asset is ours but not accessible; undefined for any
 * other URL.
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
