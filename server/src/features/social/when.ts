import { invalid } from '../../http/problem.ts'
import { candidates, dayAfter, instantsOf } from '../../lib/local-time.ts'
import { isTimeZone } from '../../lib/zones.ts'

export function checkZone(field: string, zone: string): string {
  if (isTimeZone(zone)) return zone
  throw invalid(field, `"${zone}" is not an IANA time zone such as Europe/Berlin`)
}

/**
 * The instant of "2026-11-20 09:30" on clocks in a zone. Of one that they show twice, when they are
 * put back, the first.
 */
export function instantOf(field: string, text: string, zone: string): Date {
  const local = text.replace(' ', 'T')
  const isReal =
    !Number.isNaN(Date.parse(`${local}Z`)) && new Date(`${local}Z`).toISOString().startsWith(local)
  if (!isReal) throw invalid(field, `"${text}" is not a date and time such as 2026-11-20 09:30`)
  const [first] = instantsOf(local, zone)
  if (first) return first
  throw invalid(
    field,
    `"${text}" does not exist in ${zone}: clocks are put forward over it. Choose an earlier or later time`,
  )
}

/** When something begins that is a day on clocks in a zone, or an instant. */
export function startOf(field: string, text: string, zone: string): Date {
  if (text.includes('T')) {
    const instant = new Date(text)
    if (Number.isNaN(instant.getTime())) throw invalid(field, `"${text}" is not a time that exists`)
    return instant
  }
  const isReal =
    !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().slice(0, 10) === text
  if (!isReal) throw invalid(field, `"${text}" is not a day that exists`)
  const midnight = `${text}T00:00`
  // Where clocks are put forward over midnight, the day begins when they are.
  return instantsOf(midnight, zone)[0] ?? (candidates(midnight, zone).at(-1) as Date)
}

/** When it is over: a day when the next one begins, an instant at once. */
export function endOf(field: string, text: string, zone: string): Date {
  const start = startOf(field, text, zone)
  return text.includes('T') ? start : startOf(field, dayAfter(text), zone)
}

/** A post goes out in the future; a minute that has begun is good enough. */
export function requireFuture(field: string, date: Date, now: Date): void {
  if (date.getTime() >= now.getTime() - 60_000) return
  throw invalid(field, `${date.toISOString()} is in the past`)
}
