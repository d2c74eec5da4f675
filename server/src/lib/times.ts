/**
 * Validates dates and times from callers. Accepts only values that `Date` and PostgreSQL both keep
 * exactly: no leap second, no 24:00, no 30 February, no year outside 1000 to 9999 (also in UTC).
 */
const instantPattern =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?::([0-5]\d)(?:\.\d{1,9})?)?(?:[Zz]|([+-])(\d{2}):([0-5]\d))$/

/** The longest text that any check here accepts. */
export const maxTimeLength = 40

/** An instant, such as 2026-11-20T08:30:00Z or 2026-11-20T09:30:00.250+01:00. */
export function isInstant(text: string): boolean {
  const [, , , seconds] = text.length > maxTimeLength ? [] : (instantPattern.exec(text) ?? [])
  return seconds !== undefined && isInstantToTheMinute(text)
}

/** An instant with or without seconds. */
function isInstantToTheMinute(text: string): boolean {
  if (text.length > maxTimeLength) return false
  const found = instantPattern.exec(text)
  if (!found) return false
  const [, day, time, , , hours = '0', minutes = '0'] = found
  if (!isDay(day as string) || !isClockTime(time as string)) return false
  if (Number(hours) * 60 + Number(minutes) > 14 * 60) return false
  return isKept(new Date(text))
}

/** A day that exists, such as 2026-11-20. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return isKept(date) && date.toISOString().startsWith(text)
}

/** A time of day, such as 09:30. */
export function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** A local date and time, such as 2026-11-20 09:30. */
export function isLocalTime(text: string): boolean {
  const [day = '', time = '', more] = text.length > 16 ? [] : text.split(' ')
  return more === undefined && isDay(day) && isClockTime(time)
}

export function isDayOrLocalTime(text: string): boolean {
  return isDay(text) || isLocalTime(text)
}

export function isDayOrInstant(text: string): boolean {
  return isDay(text) || isInstantToTheMinute(text)
}

/** Four-digit years only: PostgreSQL cannot read how `toISOString` writes others. */
export function isKept(date: Date): boolean {
  const ms = date.getTime()
  return ms >= firstMs && ms <= lastMs
}

const firstMs = Date.UTC(1000, 0, 1)
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
