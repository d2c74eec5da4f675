const formats = new Map<string, Intl.DateTimeFormat>()
/** Callers write zones in any letter case, so there are more spellings than zones. */
const maxFormats = 1000

/** The local time in a zone: "2026-11-15T22:05". */
export function localTime(at: Date, zone: string): string {
  let format = formats.get(zone)
  if (!format) {
    // Swedish date formatting matches ISO 8601.
    format = new Intl.DateTimeFormat('sv', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    })
    if (formats.size >= maxFormats) formats.clear()
    formats.set(zone, format)
  }
  return format.format(at).replace(' ', 'T')
}

/**
 * The instants at which a zone shows a local time, in order. Usually there is one; there are two if
 * clocks go back over it, and none if they go forward over it.
 */
export function instantsOf(local: string, zone: string): Date[] {
  return candidates(local, zone).filter((at) => localTime(at, zone) === local)
}

/** Converts a local time using each of the offsets around it, in order. */
export function candidates(local: string, zone: string): Date[] {
  const asUtc = Date.parse(`${local}Z`)
  const dayMs = 86_400_000
  const offsets = [asUtc - dayMs, asUtc + dayMs].map((at) => offsetMs(new Date(at), zone))
  return [...new Set(offsets)]
    .map((offset) => new Date(asUtc - offset))
    .sort((a, b) => a.getTime() - b.getTime())
}

/** The day after "2026-11-15". */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function offsetMs(at: Date, zone: string): number {
  const minute = Math.floor(at.getTime() / 60_000) * 60_000
  // `Date.parse` fails near the first and last day, where years have three or five digits.
  const [year, month, day, hours, minutes] = localTime(new Date(minute), zone).split(/\D/)
  return (
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes)) - minute
  )
}
