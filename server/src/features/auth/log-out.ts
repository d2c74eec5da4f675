import type { Deps } from '../../deps.ts'
import type { Actor } from '../../http/permissions.ts'
import { invalid } from '../../http/problem.ts'
import { tellEnded } from './credential-news.ts'

/** Ends the session that the request was made with: its access and refresh token, at once. */
export async function logOut(
  deps: Pick<Deps, 'db' | 'clock' | 'bus' | 'log'>,
  actor: Actor,
): Promise<null> {
  const [kind, id] = actor.credentialId.split(':')
  if (kind === 'oauth') {
    throw invalid('Authorization', 'is the token of a program; end it with POST /oauth/revoke')
  }
  if (kind !== 'session') {
    throw invalid('Authorization', 'is an API key; revoke it with DELETE /api/v1/api-keys/{id}')
  }
  await deps.db.transaction('system', async (tx) => {
    await tx`update sessions set revoked_at = ${deps.clock()} where id = ${id as string}`
    tellEnded(deps, tx, actor.credentialId)
  })
  return null
}
