import { invalid } from '../../http/problem.ts'
import { candidates, dayAfter, instantsOf } from '../../lib/local-time.ts'
import { isDay, isKept } from '../../lib/times.ts'

/**
 * The instant of "2026-11-20 09:30" on clocks in a zone. Of one that they show twice, when they are
 * put back, the first.
 */
export function instantOf(field: string, text: string, zone: string): Date {
  const [first] = instantsOf(text.replace(' ', 'T'), zone)
  if (first && !isKept(first)) throw invalid(field, `"${text}" is too far away`)
  if (first) return first
  throw invalid(
    field,
    `"${text}" does not exist in ${zone}: clocks are put forward over it. Choose an earlier or later time`,
  )
}

/** When something begins that is a day on clocks in a zone, or an instant. */
export function startOf(text: string, zone: string): Date {
  if (!isDay(text)) return new Date(text)
  const midnight = `${text}T00:00`
  // Where clocks are put forward over midnight, the day begins when they are.
  return instantsOf(midnight, zone)[0] ?? (candidates(midnight, zone).at(-1) as Date)
}

/** When it is over: a day when the next one begins, an instant at once. */
export function endOf(field: string, text: string, zone: string): Date {
  if (!isDay(text)) return new Date(text)
  const next = dayAfter(text)
  if (!isDay(next)) throw invalid(field, `${text} is the last day that this service knows`)
  return startOf(next, zone)
}

/** A post goes out in the future; a minute that has begun is good enough. */
export function requireFuture(field: string, date: Date, now: Date): void {
  if (date.getTime() >= now.getTime() - 60_000) return
  throw invalid(field, `${date.toISOString()} is in the past`)
}
