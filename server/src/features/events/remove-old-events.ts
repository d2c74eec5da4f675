import type { Deps } from '../../deps.ts'
import { hoursAgo } from '../../lib/hours-ago.ts'

/** Deletes events that are past the installation's retention period. */
export async function removeOldEvents({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  await db.system`delete from events
    where created_at < ${hoursAgo(clock, config.eventRetentionDays * 24)} and seq is not null`
}
