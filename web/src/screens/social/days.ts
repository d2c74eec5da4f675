/** Days are "2026-11-20" and times "09:30", in the workspace's time zone. */

type StartOfWeek = 'mon' | 'sun' | 'sat'

const formats = new Map<string, Intl.DateTimeFormat>()

/** "2026-11-20 09:30": the local time in a zone. */
export function localTime(at: Date, zone: string): string {
  let format = formats.get(zone)
  if (!format) {
    // Swedish dates have the ISO format.
    format = new Intl.DateTimeFormat('sv', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    })
    formats.set(zone, format)
  }
  return format.format(at)
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** The same day of another month, or its last day if the month is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  const there = new Date(Date.UTC(year, month - 1 + count, Math.min(date, last)))
  return there.toISOString().slice(0, 10)
}

const firstDays: Record<StartOfWeek, number> = { sun: 0, mon: 1, sat: 6 }

/** The seven days of the week that contains a day. */
export function weekOf(day: string, start: StartOfWeek): string[] {
  const before = (weekday(day) - firstDays[start] + 7) % 7
  return Array.from({ length: 7 }, (_, index) => addDays(day, index - before))
}

/** The full weeks that contain the month of a day: four to six of them. */
export function monthOf(day: string, start: StartOfWeek): string[][] {
  const month = day.slice(0, 7)
  const weeks: string[][] = []
  let week = weekOf(`${month}-01`, start)
  while (week.some((one) => one.startsWith(month))) {
    weeks.push(week)
    week = week.map((one) => addDays(one, 7))
  }
  return weeks
}

function weekday(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay()
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
