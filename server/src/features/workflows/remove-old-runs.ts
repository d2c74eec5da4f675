import type { Deps } from '../../deps.ts'
import { hoursAgo } from '../../lib/hours-ago.ts'

const keptDays = 180

/** Deletes old finished runs, with their steps and child runs. */
export async function removeOldRuns({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.system`delete from workflow_runs where ended_at < ${hoursAgo(clock, keptDays * 24)}`
}
