import type { Deps } from '../../deps.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { announceEnd } from '../auth/credential-news.ts'
import { publish } from '../events/publish.ts'
import { apiKeyById, revokeKeys } from './queries.ts'
import { seesAll } from './read-api-keys.ts'

/** Revokes a key permanently, with all keys it created. Repeating this has no effect. */
export async function revokeApiKey(
  deps: Pick<Deps, 'db' | 'clock'> & Partial<Pick<Deps, 'bus'>>,
  actor: Actor,
  id: string,
): Promise<null> {
  requirePermission(actor, 'api-keys:write')
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const key = await apiKeyById(tx, actor.workspaceId, id)
    if (!key || !(seesAll(actor) || key.user_id === actor.userId))
      throw problem('api_key_not_found')
    if (key.revoked_at) return null
    for (const revoked of await revokeKeys(tx, actor.workspaceId, [id], deps.clock())) {
      const { name, prefix } = revoked
      await publish(tx, actor, {
        type: 'api_key.revoked',
        object: { type: 'api_key', id: revoked.id },
        data: { name, prefix },
        at: deps.clock(),
        people: [key.user_id],
      })
    }
    // The CLI has no bus; open streams then notice within seconds.
    const { bus } = deps
    if (bus) announceEnd({ bus }, tx, `user:${key.user_id}`)
    return null
  })
}
