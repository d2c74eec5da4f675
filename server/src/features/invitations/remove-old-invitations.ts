import type { Deps } from '../../deps.ts'
import { hoursAgo } from '../../lib/hours-ago.ts'

const keptDays = 30

/** Deletes invitations that expired unaccepted. */
export async function removeOldInvitations({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.system`delete from invitations
    where accepted_at is null and expires_at < ${hoursAgo(clock, keptDays * 24)}`
}
