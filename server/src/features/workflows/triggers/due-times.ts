import { lastTimes, type Schedule } from '../../../lib/schedules/next-times.ts'

export type CatchUp = 'none' | 'latest' | 'all'

export interface DueTimes {
  /** The times to fire for, oldest first. */
  fire: Date[]
  /** The latest of the times that do not run any more, if there are any. */
  missed: Date | null
}

/** A time counts as missed if the service is later than this. */
const graceMs = 60_000
const maxCaughtUp = 100

/**
 * What a schedule does about its times from `from` to `now`. Usually that is one time, a moment ago;
 * after the service was down it can be thousands.
 */
export function dueTimes(
  schedule: Schedule,
  { from, now, catchUp }: { from: Date; now: Date; catchUp: CatchUp },
): DueTimes {
  const times = lastTimes(schedule, { from, to: now, limit: maxCaughtUp + 1 })
  const isLate = (time: Date) => now.getTime() - time.getTime() > graceMs
  const onTime = times.filter((time) => !isLate(time))
  const late = times.filter(isLate)
  if (catchUp === 'all')
    return { fire: times.slice(-maxCaughtUp), missed: times.at(-maxCaughtUp - 1) ?? null }
  if (catchUp === 'latest') {
    // Several times are due only after an outage: the latest one stands for all of them.
    const fire = onTime.length > 0 && late.length === 0 ? onTime : times.slice(-1)
    return { fire, missed: times.at(-fire.length - 1) ?? null }
  }
  return { fire: onTime, missed: late.at(-1) ?? null }
}
