import type { Ajv2020 } from 'ajv/dist/2020.js'
import {
  isClockTime,
  isDay,
  isDayOrInstant,
  isDayOrLocalTime,
  isInstant,
  isLocalTime,
} from '../../lib/times.ts'
import { isTimeZone } from '../../lib/zones.ts'

interface TimeFormat {
  check(text: string): boolean
  /** Completes "must be …" in an error. */
  words: string
}

/**
 * The formats of every date, time and time zone from callers. The first two replace those of
 * ajv-formats, which accept leap seconds and years that `Date` and PostgreSQL cannot keep.
 */
export const timeFormats: Readonly<Record<string, TimeFormat>> = {
  'date-time': {
    check: isInstant,
    words: 'a valid time such as 2026-11-20T08:30:00Z, in a year from 1000 to 9999',
  },
  date: {
    check: isDay,
    words: 'a valid date, as YYYY-MM-DD',
  },
  'clock-time': { check: isClockTime, words: 'a time of day such as 09:30' },
  'local-time': { check: isLocalTime, words: 'a date and time such as 2026-11-20 09:30' },
  'day-or-local-time': {
    check: isDayOrLocalTime,
    words: 'a date such as 2026-11-20, or a date and time such as 2026-11-20 09:30',
  },
  'day-or-instant': {
    check: isDayOrInstant,
    words: 'a date such as 2026-11-20, or a time such as 2026-11-20T08:30:00Z',
  },
  'time-zone': { check: isTimeZone, words: 'an IANA time zone such as Europe/Berlin' },
}

/** Formats that JSON Schema does not define. */
export const ownFormats = Object.keys(timeFormats).filter(
  (name) => name !== 'date' && name !== 'date-time',
)

export function useTimeFormats(ajv: Ajv2020): void {
  for (const [name, { check }] of Object.entries(timeFormats)) ajv.addFormat(name, check)
}
