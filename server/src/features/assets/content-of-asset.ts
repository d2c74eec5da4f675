import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { isUuid } from '../../lib/uuid.ts'
import { verifyFileUrl } from '../../platform/storage/signed-urls.ts'
import { hasContent, seenAsset } from './queries.ts'

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
    const asset = await seenAsset(sql, actor, source)
    return asset?.content_key ?? null
  }
  if (!source.startsWith(`${config.publicUrl}/files/`)) return undefined
  const verdict = verifyFileUrl(fileSecrets, 'GET', source.slice(config.publicUrl.length), clock())
  if (!verdict.ok) return null
  const { key } = verdict.grant
  return (await hasContent(sql, actor, key)) ? key : null
}

/** Refuses the id of an asset that the actor cannot see. Other sources are checked by the task. */
export async function requireKnownAsset(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  field: string,
  source: string,
): Promise<void> {
  if (!isUuid(source) || (await seenAsset(db.workspace(actor.workspaceId), actor, source))) return
  throw invalid(field, 'is not the id of an asset of this workspace')
}
