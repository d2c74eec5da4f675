import { candidates, dayAfter, findInstants, localTime } from './local-time.ts'

export interface QuietHours {
  /** Local times, such as "22:00". An end before the start is on the next day. */
  start: string
  end: string
}

/** When the quiet hours around `now` end; null outside quiet hours. */
export function quietUntil(now: Date, { start, end }: QuietHours, zone: string): Date | null {
  const local = localTime(now, zone)
  const time = local.slice(11)
  const wraps = start > end
  const isQuiet = wraps ? time >= start || time < end : time >= start && time < end
  if (!isQuiet) return null
  const endsTomorrow = wraps && time >= start
  const day = endsTomorrow ? dayAfter(local.slice(0, 10)) : local.slice(0, 10)
  return findInstant(`${day}T${end}`, zone, now)
}

/**
 * The instant at which clocks in the zone show a local time. If clocks go back and the time occurs
 * twice, it is the first one still in the future. If clocks go forward and skip the time, it is
 * later by the length of the gap.
 */
function findInstant(local: string, zone: string, after: Date): Date {
  const [shown] = findInstants(local, zone).filter((at) => at > after)
  return shown ?? (candidates(local, zone).at(-1) as Date)
}
