import type { Deps } from '../../../deps.ts'
import { hoursAgo } from '../../../lib/hours-ago.ts'
import type { DueWork } from '../../../platform/work/due.ts'
import { fireDueSchedules } from './fire-schedules.ts'
import { deleteOldFirings, dueTriggers, selectNextFiring } from './firing-queries.ts'
import { startQueued } from './start-queued.ts'
import { selectNextTrigger } from './trigger-queries.ts'

/** Schedules, and debounced firings whose burst has ended. */
export function triggersDue(deps: Deps): DueWork[] {
  return [
    { name: 'due triggers', dueAt: selectNextTrigger, work: () => fireDueSchedules(deps) },
    { name: 'due trigger firings', dueAt: selectNextFiring, work: () => startDueFirings(deps) },
  ]
}

async function startDueFirings(deps: Deps): Promise<void> {
  for (const queue of await dueTriggers(deps.db.system, deps.clock())) {
    await startQueued(deps, queue)
  }
}

const keptDays = 90

/** Deletes the history of triggers after a while, and with it what their dedupe keys remember. */
export async function removeOldFirings({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  while ((await deleteOldFirings(db.system, hoursAgo(clock, keptDays * 24))) === 5000);
}
