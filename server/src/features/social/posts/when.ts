import { invalid } from '../../../http/problem.ts'
import { candidates, dayAfter, findInstants } from '../../../lib/local-time.ts'
import { isDay, isKept } from '../../../lib/times.ts'

/**
 * The instant of a local time such as "2026-11-20 09:30" in a zone. If clocks are set back and show
 * it twice, the first one.
 */
export function parseInstant(field: string, text: string, zone: string): Date {
  const [first] = findInstants(text.replace(' ', 'T'), zone)
  if (first && !isKept(first)) throw invalid(field, `"${text}" is too far away`)
  if (first) return first
  throw invalid(
    field,
    `"${text}" does not exist in ${zone}: clocks skip it. Choose an earlier or later time`,
  )
}

/** The start of a day in a zone, or the instant itself. */
export function parseStart(text: string, zone: string): Date {
  if (!isDay(text)) return new Date(text)
  const midnight = `${text}T00:00`
  // Where clocks are set forward over midnight, the day starts at that change.
  return findInstants(midnight, zone)[0] ?? (candidates(midnight, zone).at(-1) as Date)
}

/** The end of a day, which is the start of the next one, or the instant itself. */
export function parseEnd(field: string, text: string, zone: string): Date {
  if (!isDay(text)) return new Date(text)
  const next = dayAfter(text)
  if (!isDay(next)) throw invalid(field, `${text} is the last supported day`)
  return parseStart(next, zone)
}

/** A post needs a future date; the current minute is accepted. */
export function requireFuture(field: string, date: Date, now: Date): void {
  if (date.getTime() >= now.getTime() - 60_000) return
  throw invalid(field, `${date.toISOString()} is in the past`)
}
