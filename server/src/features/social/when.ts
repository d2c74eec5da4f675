import { invalid } from '../../http/problem.ts'
import { instantsOf } from '../../lib/local-time.ts'
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

/** A post goes out in the future; a minute that has begun is good enough. */
export function requireFuture(field: string, date: Date, now: Date): void {
  if (date.getTime() >= now.getTime() - 60_000) return
  throw invalid(field, `${date.toISOString()} is in the past`)
}
