import type { Deps } from '../../deps.ts'
import { idempotencyHours } from '../../http/gate/idempotency.ts'
import { hoursAgo } from '../../lib/hours-ago.ts'

/** Deletes stored responses after their retention period. */
export async function removeOldKeys({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.system`
    delete from idempotency_keys where created_at < ${hoursAgo(clock, idempotencyHours)}`
}
