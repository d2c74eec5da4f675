import type { Deps } from '../../deps.ts'
import { hoursAgo } from '../../lib/hours-ago.ts'

const keptDays = 180

/** Deletes old read or archived notifications, with their deliveries, questions and emails. */
export async function removeOldNotifications({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.system`delete from notifications
    where created_at < ${hoursAgo(clock, keptDays * 24)}
      and (not in_app or read_at is not null or archived_at is not null)`
}
