import type { Deps } from '../../deps.ts'
import type { PageRequest } from '../../http/pagination.ts'
import { type Actor, requirePermission } from '../../http/permissions.ts'
import { problem } from '../../http/problem.ts'
import { apiKeyById, apiKeys } from './queries.ts'

/** Owners and admins see every key of the workspace, everyone else their own. */
export async function listApiKeys(deps: Pick<Deps, 'db'>, actor: Actor, page: PageRequest) {
  requirePermission(actor, 'api-keys:read')
  const onlyOwn = seesAll(actor) ? undefined : actor.userId
  return apiKeys(deps.db.workspace(actor.workspaceId), actor.workspaceId, onlyOwn, page)
}

export async function getApiKey(deps: Pick<Deps, 'db'>, actor: Actor, id: string) {
  requirePermission(actor, 'api-keys:read')
  const key = await apiKeyById(deps.db.workspace(actor.workspaceId), actor.workspaceId, id)
  if (!key || !(seesAll(actor) || key.user_id === actor.userId)) throw problem('api_key_not_found')
  return key
}

export function seesAll(actor: Actor): boolean {
  return actor.role === 'owner' || actor.role === 'admin'
}
