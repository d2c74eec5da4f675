const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** "1.2 s", "3 min", "2 h 5 min": a duration, as short as possible. */
export function inShort(ms: number): string {
  if (ms < second) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 10 * second) return `${(ms / second).toFixed(1)} s`
  if (ms < minute) return `${Math.round(ms / second)} s`
  if (ms < hour) return `${Math.round(ms / minute)} min`
  if (ms < 48 * hour) {
    const minutes = Math.round((ms % hour) / minute)
    return `${Math.floor(ms / hour)} h${minutes > 0 ? ` ${minutes} min` : ''}`
  }
  return `${Math.round(ms / (24 * hour))} days`
}

/** The duration of a run; empty while it is running. */
export function formatSpan(start: number, end: number): string {
  return end > 0 ? inShort(end - start) : ''
}
