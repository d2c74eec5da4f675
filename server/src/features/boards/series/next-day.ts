import { lastTimes, nextTime, type Schedule } from '../../../lib/schedules/next-times.ts'
import { toInstantMs, toLocalMs } from '../../../lib/schedules/zone-offsets.ts'
import type { Recurrence } from '../tasks/schemas.ts'

/** Days are counted as if they were in UTC, because they have no time. */
const asDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const midnight = (day: string) => new Date(`${day}T00:00:00Z`)

/** Today in a time zone. */
export function findToday(tz: string, now: Date): string {
  return asDay(toLocalMs(tz, now.getTime()))
}

/** The instant at which a day begins in a time zone. */
export function startOfDay(day: string, tz: string): Date {
  return new Date(toInstantMs(tz, midnight(day).getTime()))
}

function buildSchedule({ rrule }: Recurrence, firstDay: string): Schedule {
  return { rrule, tz: 'UTC', startsAt: midnight(firstDay) }
}

/** The day of the next task after the day of the last one; null if the rule has ended. */
export function nextDay(recurrence: Recurrence, firstDay: string, lastDay: string): string | null {
  const next = nextTime(buildSchedule(recurrence, firstDay), midnight(lastDay))
  return next ? asDay(next.getTime()) : null
}

/** The latest day up to today; earlier ones were missed while the service was down. */
export function latestDay(
  recurrence: Recurrence,
  { firstDay, lastDay, today }: { firstDay: string; lastDay: string; today: string },
): string | null {
  const dayAfter = new Date(midnight(lastDay).getTime() + 86_400_000)
  if (dayAfter > midnight(today)) return null
  const span = { from: dayAfter, to: midnight(today), limit: 1 }
  const [latest] = lastTimes(buildSchedule(recurrence, firstDay), span)
  return latest ? asDay(latest.getTime()) : null
}

interface Dates {
  start_date: string | null
  due_date: string | null
}

/** The dates of the next task, as far apart as those of the last one. */
export function datesOn(day: string, { start_date, due_date }: Dates): Dates {
  if (start_date && due_date) {
    const apartMs = midnight(due_date).getTime() - midnight(start_date).getTime()
    return { start_date: asDay(midnight(day).getTime() - apartMs), due_date: day }
  }
  return start_date ? { start_date: day, due_date: null } : { start_date: null, due_date: day }
}
