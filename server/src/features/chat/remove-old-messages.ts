import type { Deps } from '../../deps.ts'
import { hoursAgo } from '../../lib/hours-ago.ts'

const keptDays = 180

export async function removeOldMessages({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.system`delete from chat_messages where created_at < ${hoursAgo(clock, keptDays * 24)}`
}
