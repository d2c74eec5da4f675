import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { announceEnd } from './credential-news.ts'

type Needs = Pick<Deps, 'clock' | 'bus'>

/**
 * Ends sessions of a user, and the browser sessions that their access tokens opened. The second
 * statement sees browser sessions whose sign-in blocked the first one. Returns how many ended.
 */
export async function endSessions(
  deps: Needs,
  tx: Tx,
  userId: number,
  { only = null, except = null }: { only?: string | null; except?: string | null } = {},
): Promise<number> {
  const now = deps.clock()
  const ended = await tx<{ id: string }>`
    update sessions set revoked_at = ${now}
    where user_id = ${userId} and revoked_at is null
      and (${only}::uuid is null or id = ${only}) and (${except}::uuid is null or id <> ${except})
    returning id`
  const ids = ended.map(({ id }) => id)
  const browsers = await tx<{ id: string }>`
    update sessions set revoked_at = ${now}
    where parent_id = any(${ids}::uuid[]) and revoked_at is null
      and (${except}::uuid is null or id <> ${except})
    returning id`
  if (ended.length > 0) announceEnd(deps, tx, `user:${userId}`)
  return ended.length + browsers.length
}

/**
 * For a new password: ends every session, OAuth grant, code and link of the user, except the
 * session that set it. API keys stay; they are managed and revoked separately.
 */
export async function endAccess(
  deps: Needs,
  tx: Tx,
  userId: number,
  except: string | null = null,
): Promise<void> {
  await endSessions(deps, tx, userId, { except })
  await tx`update oauth_grants set revoked_at = ${deps.clock()}
    where user_id = ${userId} and revoked_at is null`
  await tx`delete from oauth_codes where user_id = ${userId}`
  // Links requested earlier are no longer needed, or someone else requested them.
  await tx`delete from sign_in_links where user_id = ${userId}`
  // Notifies OAuth connections even if no session ended.
  announceEnd(deps, tx, `user:${userId}`)
}
