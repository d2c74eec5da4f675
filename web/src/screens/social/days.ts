/** Days are "2026-11-20" and times "09:30", in the workspace's time zone. */

type StartOfWeek = 'mon' | 'sun' | 'sat'

/** "2026-11-20 09:30": the local time in a zone. */
export function localTime(at: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
}

export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** The same day of another month, or its last day if the month is shorter. */
export function addMonths(day: string, months: number): string {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}

/** The time to suggest for a post on a day: the morning, or the next full hour if it has passed. */
export function timeOn(day: string, now: string): string {
  if (`${day} 09:00` > now) return '09:00'
  const hour = Number(now.slice(11, 13)) + 1
  return hour > 23 ? '23:59' : `${String(hour).padStart(2, '0')}:00`
}

const firstDays: Record<StartOfWeek, number> = { sun: 0, mon: 1, sat: 6 }

/** The seven days of the week that contains a day. */
export function listWeek(day: string, start: StartOfWeek): string[] {
  const before = (Temporal.PlainDate.from(day).dayOfWeek - firstDays[start] + 7) % 7
  return Array.from({ length: 7 }, (_, index) => addDays(day, index - before))
}

/** The full weeks that contain the month of a day: four to six of them. */
export function listMonth(day: string, start: StartOfWeek): string[][] {
  const month = day.slice(0, 7)
  const weeks: string[][] = []
  let week = listWeek(`${month}-01`, start)
  while (week.some((one) => one.startsWith(month))) {
    weeks.push(week)
    week = week.map((one) => addDays(one, 7))
  }
  return weeks
}

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options })
const monthName = inUtc({ month: 'long', year: 'numeric' })
const dayName = inUtc({ weekday: 'long', day: 'numeric', month: 'long' })
const weekdayName = inUtc({ weekday: 'short' })
const shortDay = inUtc({ day: 'numeric', month: 'short' })

const at = (day: string) => new Date(`${day}T00:00Z`)

export const monthInWords = (day: string) => monthName.format(at(day))
export const dayInWords = (day: string) => dayName.format(at(day))
export const weekdayInWords = (day: string) => weekdayName.format(at(day))
export const dayInShort = (day: string) => shortDay.format(at(day))

/** "Europe/Vienna, GMT+1": the zone with its offset. */
export function zoneInWords(zone: string, now: Date): string {
  if (zone === 'UTC') return zone
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
  const offset = parts.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value
  return offset ? `${zone.replaceAll('_', ' ')}, ${offset}` : zone
}
