import type { QueueSlot } from '@atelier/sdk'
import { addDays } from './days.ts'
import type { Entry } from './queries.ts'

/** A time at which the queue of one or more accounts would publish, and nothing is planned yet. */
export interface FreeSlot {
  /** "2026-11-20" */
  day: string
  /** "09:30" */
  time: string
  accountIds: number[]
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The free queue slots after `now` on the given days, in the zone. */
export function freeSlots(
  slots: readonly Pick<QueueSlot, 'account_id' | 'weekday' | 'time' | 'timezone'>[],
  entries: readonly Pick<Entry, 'account' | 'local_date' | 'status'>[],
  days: readonly string[],
  { zone, now }: { zone: string; now: string },
): FreeSlot[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const taken = new Set(
    entries
      .filter(({ status }) => status !== 'draft')
      .map(({ account, local_date }) => `${account.id} ${local_date}`),
  )
  const found = slots.flatMap(({ account_id, ...slot }) =>
    // In another zone, the slot can be a day earlier or later.
    [addDays(first, -1), ...days, addDays(last, 1)]
      .filter((day) => findWeekday(day) === slot.weekday)
      .map((day) => ({ account_id, at: inZone(`${day}T${slot.time}`, slot.timezone, zone) }))
      .filter(({ at }) => at > now && at.slice(0, 10) >= first && at.slice(0, 10) <= last)
      .filter(({ at }) => !taken.has(`${account_id} ${at}`)),
  )
  return [...Map.groupBy(found, ({ at }) => at)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([at, all]) => ({
      day: at.slice(0, 10),
      time: at.slice(11),
      accountIds: all.map(({ account_id }) => account_id),
    }))
}

function findWeekday(day: string): string | undefined {
  return weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1]
}

/** A local time of one zone as a local time of another. */
function inZone(at: string, from: string, to: string): string {
  return Temporal.PlainDateTime.from(at)
    .toZonedDateTime(from)
    .withTimeZone(to)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
}
