import { Cron } from 'croner'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { findOffsetSpan, toInstantMs, toLocalMs } from './zone-offsets.ts'

/** When something happens again and again. Exactly one of the first three is set. */
export interface Schedule {
  cron?: string | null
  everySeconds?: number | null
  /** A recurrence rule of RFC 5545, counted from `startsAt`. */
  rrule?: string | null
  /** IANA time zone. */
  tz: string
  startsAt: Date
  endsAt?: Date | null
}

/** A schedule that cannot be used, with the reason for its author. */
export class ScheduleError extends Error {}

/** The first local time after another; both are milliseconds as if the local time were UTC. */
interface LocalTimes {
  nextAfter(localMs: number): number | null
  /** Whether it repeats within the day, so it follows elapsed time and not the clock on the wall. */
  isHourly: boolean
}

/**
 * The next times after an instant, at most `limit`. A daily or rarer time that clocks skip happens at
 * the next valid moment, and one that they repeat happens once. Schedules of every hour or more often
 * follow elapsed time instead, so they neither pause nor bunch up when clocks change.
 */
export function nextTimes(schedule: Schedule, after: Date, limit: number): Date[] {
  const times: Date[] = []
  const next = createNextInstant(schedule)
  let ms = Math.max(after.getTime(), schedule.startsAt.getTime() - 1)
  while (times.length < limit) {
    const found = next(ms)
    if (found === null || (schedule.endsAt && found > schedule.endsAt.getTime())) break
    times.push(new Date(found))
    ms = found
  }
  return times
}

export function nextTime(schedule: Schedule, after: Date): Date | null {
  return nextTimes(schedule, after, 1)[0] ?? null
}

interface Span {
  from: Date
  to: Date
  limit: number
}

/**
 * The last times in a span, at most `limit`. It searches backwards for a window that contains as
 * many or a few more, because years of seconds may have passed.
 */
export function lastTimes(schedule: Schedule, { from, to, limit }: Span): Date[] {
  const upToThen = {
    ...schedule,
    endsAt: schedule.endsAt && schedule.endsAt < to ? schedule.endsAt : to,
  }
  const tooMany = 4 * limit
  let tooShortMs = 0
  let windowMs = 60_000
  while (true) {
    const start = Math.max(from.getTime(), to.getTime() - windowMs)
    const times = nextTimes(upToThen, new Date(start - 1), tooMany)
    if (times.length === tooMany) {
      windowMs = (tooShortMs + windowMs) / 2
    } else if (times.length < limit && start > from.getTime()) {
      tooShortMs = windowMs
      windowMs *= 2
    } else {
      return times.slice(-limit)
    }
  }
}

function createNextInstant(schedule: Schedule): (ms: number) => number | null {
  const { everySeconds, tz, startsAt } = schedule
  if (everySeconds) {
    const everyMs = everySeconds * 1000
    const first = startsAt.getTime()
    return (ms) => first + Math.max(0, Math.floor((ms - first) / everyMs) + 1) * everyMs
  }
  const local = schedule.cron ? cronTimes(schedule.cron) : ruleTimes(schedule)
  return local.isHourly ? (ms) => nextElapsed(local, tz, ms) : (ms) => nextOnWall(local, tz, ms)
}

function nextOnWall({ nextAfter }: LocalTimes, tz: string, ms: number): number | null {
  let local = nextAfter(toLocalMs(tz, ms))
  while (local !== null) {
    const instant = toInstantMs(tz, local)
    if (instant > ms) return instant
    local = nextAfter(local)
  }
  return null
}

function nextElapsed({ nextAfter }: LocalTimes, tz: string, ms: number): number | null {
  for (let from = ms; ; ) {
    const { offsetMs, endMs } = findOffsetSpan(tz, from)
    const local = nextAfter(from + offsetMs)
    if (local === null) return null
    const instant = local - offsetMs
    if (instant < endMs) return instant
    // Clocks change first. The last millisecond before it counts as already seen.
    const changed = findOffsetSpan(tz, endMs)
    const again = nextAfter(endMs + changed.offsetMs - 1)
    if (again === null) return null
    if (again - changed.offsetMs < changed.endMs) return again - changed.offsetMs
    from = changed.endMs - 1
  }
}

const maxCronLength = 200

function cronTimes(text: string): LocalTimes {
  if (text.length > maxCronLength) throw new ScheduleError('is too long')
  const fields = text.trim().split(/\s+/)
  const isNickname = text.trim().startsWith('@')
  if (!isNickname && (fields.length < 5 || fields.length > 6)) {
    throw new ScheduleError('must have five or six fields, such as 0 9 * * mon-fri, or be @daily')
  }
  const cron = parseCron(text.trim())
  const hour = isNickname ? '' : (fields.at(-4) as string)
  return {
    nextAfter: (ms) => cron.nextRun(new Date(ms))?.getTime() ?? null,
    isHourly: hour.startsWith('*') || text.trim().toLowerCase() === '@hourly',
  }
}

function parseCron(text: string): Cron {
  try {
    return new Cron(text, { timezone: 'UTC', paused: true })
  } catch (error) {
    const reason = (error as Error).message.replace(/^\w*Error: |^CronPattern: /, '')
    throw new ScheduleError(`is not a cron expression: ${reason}`)
  }
}

const maxRuleLength = 500
/** Enough for a daily rule to search eight years; it takes at most about 100 ms. */
const budget = { maxIterations: 3000, maxCandidateEvaluations: 10_000 }

function ruleTimes({ rrule = '', tz, startsAt }: Schedule): LocalTimes {
  const text = (rrule ?? '')
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
  const freq = /(?:^|;)FREQ=([A-Z]+)/.exec(text)?.[1] ?? ''
  if (text.length > maxRuleLength) throw new ScheduleError('is too long')
  if (/[\r\n:]/.test(text)) throw new ScheduleError('must be one RRULE; give DTSTART as starts_at')
  if (/^(SECOND|MINUTE|HOUR)LY$/.test(freq)) {
    throw new ScheduleError('cannot repeat within the day; use cron or every_seconds')
  }
  const first = fakeUtc(toLocalMs(tz, startsAt.getTime()))
  const rule = parseRule(text, first)
  return {
    nextAfter: (ms) => within(() => rule.next(fakeUtc(ms))?.epochMilliseconds ?? null),
    isHourly: false,
  }
}

function parseRule(text: string, dtstart: Temporal.ZonedDateTime): RRuleTemporal {
  try {
    return new RRuleTemporal({
      rruleString: `RRULE:${text}`,
      dtstart,
      ...budget,
      strict: true,
    })
  } catch (error) {
    throw new ScheduleError(`is not a recurrence rule: ${(error as Error).message}`)
  }
}

/** Null when no time was found within the budget: such a rule is treated as one that never fires. */
function within(find: () => number | null): number | null {
  try {
    return find()
  } catch (error) {
    if (/iteration|candidate/i.test((error as Error).message)) return null
    throw error
  }
}

function fakeUtc(ms: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC')
}
