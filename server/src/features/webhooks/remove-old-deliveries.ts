import type { Deps } from '../../deps.ts'
import { hoursAgo } from '../../lib/hours-ago.ts'

const keptDays = 30

/** Deletes deliveries that finished a while ago, with their attempts. */
export async function removeOldDeliveries({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.system`delete from webhook_deliveries
    where status in ('delivered', 'failed') and updated_at < ${hoursAgo(clock, keptDays * 24)}`
}
