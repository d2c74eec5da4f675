import type { Deps } from '../../deps.ts'
import { type Actor, everydayPermissions, requirePermission } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import { publish } from '../events/publish.ts'
import { insertApiKey } from './queries.ts'
import type { CreateApiKeyBody } from './schemas.ts'

/**
 * Makes a key for the actor's own person and workspace. The key is returned this once; the
 * database keeps its hash. A key never gets more than its maker has.
 */
export async function createApiKey(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  actor: Actor,
  { name, scopes, expires_at }: CreateApiKeyBody,
) {
  requirePermission(actor, 'api-keys:write')
  const expiresAt = expires_at ? new Date(expires_at) : null
  // Written so that an invalid date is refused too: a leap second is a date-time to the schema.
  if (expiresAt && !(expiresAt > deps.clock())) throw invalid('expires_at', 'must be in the future')
  const beyond = scopes?.find((scope) => !actor.permissions.has(scope))
  if (beyond) throw invalid('scopes', `you may not do ${beyond} yourself`)

  const prefix = `atl_${deps.random.secret(6)}`
  const key = `${prefix}.${deps.random.secret(32)}`
  const allowed = scopes ?? everydayPermissions.filter((scope) => actor.permissions.has(scope))
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const created = await insertApiKey(tx, actor, {
      id: deps.random.uuid(),
      name: name.trim(),
      prefix,
      key_hash: sha256(key),
      scopes: allowed,
      created_at: deps.clock(),
      expires_at: expiresAt,
    })
    await publish(tx, actor, {
      type: 'api_key.created',
      object: { type: 'api_key', id: created.id },
      data: { name: created.name, prefix, scopes: allowed },
      at: created.created_at,
    })
    return { ...created, key }
  })
}
