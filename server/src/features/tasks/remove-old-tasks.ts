import type { Deps } from '../../deps.ts'
import { hoursAgo } from '../../lib/hours-ago.ts'

const keptDays = 30

export async function removeOldTasks({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.system`delete from tasks where finished_at < ${hoursAgo(clock, keptDays * 24)}`
}
