import type { Deps } from '../../deps.ts'
import { removeEnded } from './queries.ts'

/** For housekeeping: what has had its time. */
export async function removeEndedGrants({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await removeEnded(db.system, clock())
}
