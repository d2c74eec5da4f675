import type { Deps } from '../../src/deps.ts'
import { deleteNotesBefore } from './queries.ts'

const keptDays = 365

export async function removeOldNotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteNotesBefore(db.system, new Date(clock().getTime() - keptDays * 86_400_000))
}
