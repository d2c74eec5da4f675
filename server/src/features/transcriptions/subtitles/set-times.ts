/** A cue shown for less than 1 second is missed; for more than 7 seconds it is read twice. */
export const shortestMs = 1_000
export const longestMs = 7_000
/** Two frames at 25 fps: with less, the eye does not notice that the text changed. */
export const gapMs = 80
/** Longer gaps stay; shorter ones only flicker, so the cue stays until the next. */
const flickerMs = 500
/** A cue may appear this long before its speech if it would be too short otherwise. */
const earliestMs = 400
/** Shorter cues cannot be seen. Where speech leaves less time, later cues move instead. */
const visibleMs = 250
const columnsPerSecond = 17

export interface TimedText {
  startMs: number
  endMs: number
  columns: number
}

function readingMs(columns: number): number {
  return Math.ceil((columns / columnsPerSecond) * 1000)
}

/**
 * When each cue is shown, given when its words are spoken, in order. A cue stays until it can be
 * read if the silence after it allows, and starts slightly early if not.
 */
export function setTimes(spoken: readonly TimedText[]): { startMs: number; endMs: number }[] {
  const starts = startsWithEnoughRoom(spoken)
  const shown: { startMs: number; endMs: number }[] = []
  for (const [i, { endMs: spokenEndMs, columns }] of spoken.entries()) {
    const free = (shown.at(-1)?.endMs ?? Number.NEGATIVE_INFINITY) + gapMs
    const startMs = Math.max(starts[i] ?? 0, free)
    const nextStart = starts[i + 1] ?? Number.POSITIVE_INFINITY
    const latest = Math.min(nextStart - gapMs, startMs + longestMs)
    const wanted = Math.max(spokenEndMs, startMs + shortestMs, startMs + readingMs(columns))
    let endMs = Math.min(wanted, latest)
    if (nextStart - endMs < flickerMs) endMs = latest
    shown.push({ startMs, endMs: Math.max(endMs, startMs + visibleMs) })
  }
  return shown
}

/** Runs backwards, because a cue that starts earlier leaves less time to the previous one. */
function startsWithEnoughRoom(spoken: readonly TimedText[]): number[] {
  const starts: number[] = []
  let nextStart = Number.POSITIVE_INFINITY
  for (let i = spoken.length - 1; i >= 0; i--) {
    const { startMs } = spoken[i] as TimedText
    const before = spoken[i - 1]
    const missingMs = Math.max(0, shortestMs + gapMs - (nextStart - startMs))
    // The previous cue keeps its words and its minimum time.
    const notBefore = before ? Math.max(before.endMs, before.startMs + shortestMs) + gapMs : 0
    const early = startMs - Math.min(missingMs, earliestMs)
    nextStart = Math.min(startMs, Math.max(early, notBefore))
    starts[i] = nextStart
  }
  return starts
}
