import { invalid, problem } from '../../../http/problem.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { AccountRow } from '../accounts/account-queries.ts'
import { nextFreeSlot, usualSlots } from '../publishing/next-slot.ts'
import { queueSlots } from '../publishing/slot-queries.ts'
import { type PostRow, takenDates, workspaceZone } from './queries.ts'
import type { Action } from './schemas.ts'
import { parseInstant, requireFuture } from './when.ts'

export interface Plan {
  action: Action
  /** "2026-11-20 09:30", local time in the zone. */
  date: string | null
  zone: string
  now: Date
}

export type PlannedDate = Pick<PostRow, 'date' | 'timezone' | 'queued'>

/** The publication date of a post. For a queue slot, the caller must have locked the account. */
export async function planDate(
  tx: Tx,
  workspaceId: number,
  account: AccountRow,
  { action, date, zone, now }: Plan,
): Promise<PlannedDate> {
  const planned = { timezone: zone, queued: false }
  switch (action) {
    case 'draft':
      return { ...planned, date: date === null ? null : parseInstant('date', date, zone) }
    case 'publish':
      return { ...planned, date: now }
    case 'schedule': {
      if (date === null) throw invalid('date', 'is required to schedule a post')
      const instant = parseInstant('date', date, zone)
      requireFuture('date', instant, now)
      return { ...planned, date: instant }
    }
    case 'add_to_queue':
      return { ...(await nextInQueue(tx, workspaceId, account, now)), queued: true }
  }
}

async function nextInQueue(tx: Tx, workspaceId: number, account: AccountRow, now: Date) {
  const own = await queueSlots(tx, workspaceId, account.id)
  const slots = own.length > 0 ? own : usualSlots(await workspaceZone(tx, workspaceId))
  const slot = nextFreeSlot(slots, await takenDates(tx, workspaceId, account.id, now), now)
  if (slot) return slot
  throw problem('no_queue_slots', {
    detail: `All slots of ${account.name} are taken for the next three years.`,
  })
}
