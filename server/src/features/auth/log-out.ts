import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { endSessions } from './end-credentials.ts'

/** Ends the session of the request, and the browser sessions that its token opened. */
export async function logOut(
  deps: Pick<Deps, 'db' | 'clock' | 'bus'>,
  actor: Actor,
): Promise<null> {
  const [kind, id = null] = actor.credentialId.split(':')
  if (kind === 'oauth') {
    throw invalid('Authorization', 'is an OAuth token; revoke it with POST /oauth/revoke')
  }
  if (kind !== 'session') {
    throw invalid('Authorization', 'is an API key; revoke it with DELETE /api/v1/api-keys/{id}')
  }
  await deps.db.transaction('system', (tx) => endSessions(deps, tx, actor.userId, { only: id }))
  return null
}
