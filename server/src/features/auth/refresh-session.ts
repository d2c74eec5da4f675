import type { Deps } from '../../deps.ts'
import { problem } from '../../http/problem.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { endSessions } from './end-credentials.ts'
import { type IssuedTokens, rotateTokens } from './sessions.ts'

interface Refreshable {
  id: string
  user_id: number
  refresh_expires_at: Date
  used_at: Date | null
  valid: boolean
}

type Needs = Pick<Deps, 'db' | 'clock' | 'random' | 'bus'>

/** Exchanges a refresh token for new tokens. */
export function refreshSession(deps: Needs, refreshToken: string): Promise<IssuedTokens> {
  return useRefreshToken(deps, refreshToken, (tx, session) => rotateTokens(deps, tx, session.id))
}

/**
 * Consumes a refresh token. Each token works once: a reused one was copied, and since nobody can
 * tell which copy is the thief's, the whole session ends.
 */
export async function useRefreshToken<T extends object>(
  deps: Needs,
  refreshToken: string,
  exchange: (tx: Tx, session: Refreshable) => Promise<T>,
): Promise<T> {
  const exchanged = await deps.db.transaction('system', async (tx) => {
    const session = await lockByRefreshToken(tx, refreshToken, deps.clock())
    if (!session?.valid) return undefined
    if (session.used_at) {
      await endSessions(deps, tx, session.user_id, { only: session.id })
      return undefined
    }
    await tx`update refresh_tokens set used_at = ${deps.clock()}
      where token_hash = ${sha256(refreshToken)}`
    return exchange(tx, session)
  })
  // Thrown outside the transaction, so that the end of the session stays committed.
  if (!exchanged) {
    throw problem('refresh_token_invalid', {
      detail: 'The refresh token is unknown, already used or expired. Sign in again.',
    })
  }
  return exchanged
}

async function lockByRefreshToken(
  tx: Tx,
  token: string,
  now: Date,
): Promise<Refreshable | undefined> {
  const [session] = await tx<Refreshable>`
    select s.id, s.user_id, s.refresh_expires_at, r.used_at,
      s.revoked_at is null and s.refresh_expires_at > ${now} and u.is_active as valid
    from refresh_tokens r join sessions s on s.id = r.session_id join users u on u.id = s.user_id
    where r.token_hash = ${sha256(token)}
    for update of s, r`
  return session
}
