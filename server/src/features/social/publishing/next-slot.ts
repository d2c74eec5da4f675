import { dayAfter, findInstants, localTime } from '../../../lib/local-time.ts'
import { type QueueSlot, weekdays } from '../accounts/account-schemas.ts'

type Slot = Pick<QueueSlot, 'weekday' | 'time' | 'timezone'>

/** A queue longer than this no longer makes sense. */
const maxDays = 3 * 366

const usualTimes = ['09:00', '12:00', '17:00']

/** The slots of an account without any of its own: three times a day. */
export function usualSlots(timezone: string): Slot[] {
  return weekdays.flatMap((weekday) => usualTimes.map((time) => ({ weekday, time, timezone })))
}

/** The first free slot after `now`; a local time skipped by a clock change is skipped here too. */
export function nextFreeSlot(
  slots: readonly Slot[],
  taken: ReadonlySet<number>,
  now: Date,
): { date: Date; timezone: string } | undefined {
  const first = slots.flatMap((slot) => firstFree(slot, taken, now) ?? [])
  return first.sort((a, b) => a.date.getTime() - b.date.getTime())[0]
}

function firstFree({ weekday, time, timezone }: Slot, taken: ReadonlySet<number>, now: Date) {
  let day = localTime(now, timezone).slice(0, 10)
  for (let ahead = 0; ahead < maxDays; ahead++, day = dayAfter(day)) {
    if (findWeekday(day) !== weekday) continue
    const [date] = findInstants(`${day}T${time}`, timezone)
    if (date && date > now && !taken.has(date.getTime())) return { date, timezone }
  }
  return undefined
}

function findWeekday(day: string): string {
  // JavaScript weeks start on Sunday, ours on Monday.
  const index = new Date(`${day}T00:00Z`).getUTCDay()
  return weekdays[(index + 6) % 7] as string
}
