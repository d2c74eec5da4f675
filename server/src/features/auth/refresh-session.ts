import type { Deps } from '../../deps.ts'
import { problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { tellEnded } from './credential-news.ts'
import { type IssuedTokens, rotateTokens } from './sessions.ts'

interface Refreshable {
  id: string
  used_at: Date | null
  valid: boolean
}

/**
 * Exchanges a refresh token for new tokens. Each works once: one that comes back was copied, and
 * since nobody can tell which copy is the thief's, the whole session ends.
 */
export async function refreshSession(
  deps: Pick<Deps, 'db' | 'clock' | 'random' | 'bus' | 'log'>,
  refreshToken: string,
): Promise<IssuedTokens> {
  const tokens = await deps.db.transaction('system', async (tx) => {
    const session = await lockByRefreshToken(tx, refreshToken, deps.clock())
    if (!session?.valid) return undefined
    if (session.used_at) {
      await tx`update sessions set revoked_at = ${deps.clock()} where id = ${session.id}`
      tellEnded(deps, tx, `session:${session.id}`)
      return undefined
    }
    await tx`update refresh_tokens set used_at = ${deps.clock()}
      where token_hash = ${sha256(refreshToken)}`
    return rotateTokens(deps, tx, session.id)
  })
  // Thrown outside, so that the end of a session stays committed.
  if (!tokens) {
    throw problem('refresh_token_invalid', {
      detail: 'The refresh token is unknown, used up or expired. Sign in again.',
    })
  }
  return tokens
}

async function lockByRefreshToken(
  tx: Tx,
  token: string,
  now: Date,
): Promise<Refreshable | undefined> {
  const [session] = await tx<Refreshable>`
    select s.id, r.used_at,
      s.revoked_at is null and s.refresh_expires_at > ${now} and u.is_active as valid
    from refresh_tokens r join sessions s on s.id = r.session_id join users u on u.id = s.user_id
    where r.token_hash = ${sha256(token)}
    for update of s, r`
  return session
}
