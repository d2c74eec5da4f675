import type { Deps } from '../../deps.ts'
import { type Actor, everydayPermissions, requirePermission } from '../../http/permissions.ts'
import { invalid, problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { publish } from '../events/publish.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { insertApiKey, lockMaker } from './queries.ts'
import type { CreateApiKeyBody } from './schemas.ts'

/**
 * Creates a key for the actor's own user and workspace. The key is returned only once; the database
 * stores its hash. A key never has more permissions than its creator. A key created by a key
 * expires no later than its parent and is revoked with it.
 */
export async function createApiKey(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'config'>,
  actor: Actor,
  { name, scopes, expires_at }: CreateApiKeyBody,
) {
  requirePermission(actor, 'api-keys:write')
  const expiresAt = expires_at ? new Date(expires_at) : null
  if (expiresAt && expiresAt <= deps.clock()) throw invalid('expires_at', 'must be in the future')
  const beyond = scopes?.find((scope) => !actor.permissions.has(scope))
  if (beyond) throw invalid('scopes', `you do not have the permission ${beyond} yourself`)

  const prefix = `atl_${deps.random.secret(6)}`
  const key = `${prefix}.${deps.random.secret(32)}`
  const allowed = scopes ?? everydayPermissions.filter((scope) => actor.permissions.has(scope))
  return deps.db.transaction(actor.workspaceId, async (tx) => {
    const maker = await findMaker(tx, actor)
    const endsAt = boundedEnd(expiresAt, maker?.expires_at ?? null)
    await requireQuota(deps, tx, 'api_keys', actor)
    const created = await insertApiKey(tx, actor, {
      id: deps.random.uuid(),
      name: name.trim(),
      prefix,
      key_hash: sha256(key),
      scopes: allowed,
      created_at: deps.clock(),
      expires_at: endsAt,
      parent_id: maker?.id ?? null,
      agent_id: actor.agentId ?? null,
    })
    await publish(tx, actor, {
      type: 'api_key.created',
      object: { type: 'api_key', id: created.id },
      data: { name: created.name, prefix, scopes: allowed },
      at: created.created_at,
      people: [actor.userId],
    })
    return { ...created, key }
  })
}

/** The parent key, locked so that it cannot be revoked in the meantime. */
async function findMaker(tx: Tx, { credentialId, workspaceId }: Actor) {
  if (!credentialId.startsWith('key:')) return undefined
  const maker = await lockMaker(tx, workspaceId, credentialId.slice('key:'.length))
  if (!maker) throw problem('unauthorized', { detail: 'The key was revoked.' })
  return maker
}

function boundedEnd(wanted: Date | null, latest: Date | null): Date | null {
  if (latest && wanted && wanted > latest) {
    throw invalid('expires_at', `must not be after ${latest.toISOString()}, when your key expires`)
  }
  return wanted ?? latest
}
