import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { publish } from '../events/publish.ts'
import { apiKeyById, revokeKey } from './queries.ts'
import { seesAll } from './read-api-keys.ts'

/** Ends a key at once and for good. Revoking it again changes nothing. */
export async function revokeApiKey(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<null> {
  requirePermission(actor, 'api-keys:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const key = await apiKeyById(tx, actor.workspaceId, id)
    if (!key || !(seesAll(actor) || key.user_id === actor.userId))
      throw problem('api_key_not_found')
    if (key.revoked_at) return null
    await revokeKey(tx, actor.workspaceId, id, deps.clock())
    await publish(tx, actor, {
      type: 'api_key.revoked',
      object: { type: 'api_key', id },
      data: { name: key.name, prefix: key.prefix },
      at: deps.clock(),
    })
    return null
  })
}
