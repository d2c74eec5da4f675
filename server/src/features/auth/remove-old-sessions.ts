import type { Deps } from '../../deps.ts'
import { hoursAgo } from '../../lib/hours-ago.ts'

/** Deletes expired and revoked sessions and expired sign-in links. */
export async function removeOldSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.system`delete from sessions
    where refresh_expires_at < ${clock()} or revoked_at < ${hoursAgo(clock, 24)}`
  await db.system`delete from sign_in_links where expires_at < ${clock()}`
}
