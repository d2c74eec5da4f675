import { Temporal } from 'temporal-polyfill'

/** The local time in a zone: "2026-11-15T22:05". */
export function localTime(at: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
}

/**
 * The instants at which a zone shows a local time, in order. Usually there is one; there are two if
 * clocks go back over it, and none if they go forward over it.
 */
export function findInstants(local: string, zone: string): Date[] {
  return candidates(local, zone).filter((at) => localTime(at, zone) === local)
}

/** Converts a local time using each of the offsets around it, in order. */
export function candidates(local: string, zone: string): Date[] {
  const dateTime = Temporal.PlainDateTime.from(local)
  const times = (['earlier', 'later'] as const).map(
    (disambiguation) => dateTime.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
  )
  return [...new Set(times)].map((time) => new Date(time))
}

/** The day after "2026-11-15". */
export function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}
