import type { Tx } from '../../platform/postgres/db.ts'
import { advanceReceipts } from './delivery-queries.ts'
import { markRead } from './queries.ts'

/** An answered question needs no more attention, and its receipt says so. */
export async function markAnswered(
  tx: Tx,
  workspaceId: number,
  notificationId: string,
  now: Date,
): Promise<void> {
  await markRead(tx, workspaceId, notificationId, now)
  await advanceReceipts(tx, workspaceId, [notificationId], 'answered', now)
}
