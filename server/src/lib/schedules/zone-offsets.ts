import { Temporal } from 'temporal-polyfill'

/** A span of time in which a zone keeps one offset. */
interface OffsetSpan {
  startMs: number
  endMs: number
  offsetMs: number
}

/** The last span of each zone; schedules mostly ask for times within the same one. */
const lastSpans = new Map<string, OffsetSpan>()
const maxZones = 600

/** The span of constant offset that contains an instant. */
export function findOffsetSpan(zone: string, ms: number): OffsetSpan {
  const known = lastSpans.get(zone)
  if (known && ms >= known.startMs && ms < known.endMs) return known
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  const next = at.getTimeZoneTransition('next')
  // A transition at this very instant begins the span, so look back from just after it.
  const previous = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const span = {
    startMs: previous?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    endMs: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: Math.round(at.offsetNanoseconds / 1e6),
  }
  if (lastSpans.size >= maxZones) lastSpans.clear()
  lastSpans.set(zone, span)
  return span
}

/** The local time of an instant, as if it were UTC. */
export function toLocalMs(zone: string, ms: number): number {
  return ms + findOffsetSpan(zone, ms).offsetMs
}

/**
 * The instant of a local time: the first of two if clocks go back over it, and the moment at which
 * clocks go forward if they skip it.
 */
export function toInstantMs(zone: string, localMs: number): number {
  const early = findOffsetSpan(zone, localMs - dayMs)
  for (let span = early; ; span = findOffsetSpan(zone, span.endMs)) {
    const ms = localMs - span.offsetMs
    if (ms < span.startMs) return span.startMs
    if (ms < span.endMs) return ms
  }
}

/** More than any offset from UTC. */
const dayMs = 86_400_000
