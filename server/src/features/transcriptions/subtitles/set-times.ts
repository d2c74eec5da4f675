/** A cue on the screen for less than a second is missed, for more than seven is read twice. */
export const shortestMs = 1_000
export const longestMs = 7_000
/** Two frames at 25 a second: less and the eye does not see that the text has changed. */
export const gapMs = 80
/** A longer gap is left alone; a shorter one only flickers, so the cue stays until the next. */
const flickerMs = 500
/** A cue may appear this long before it is spoken if it would be too short otherwise. */
const earliestMs = 400
/** Below this nothing can be seen. Where speech leaves less, later cues move instead. */
const visibleMs = 250
const columnsPerSecond = 17

export interface Spoken {
  startMs: number
  endMs: number
  columns: number
}

function readingMs(columns: number): number {
  return Math.ceil((columns / columnsPerSecond) * 1000)
}

/**
 * When each cue is shown, given when its words are spoken, in order. A cue stays until it can be
 * read if the silence after it allows, and starts a little early if it does not.
 */
export function setTimes(spoken: readonly Spoken[]): { startMs: number; endMs: number }[] {
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

/** From the end back, because a cue that starts earlier leaves less to the one before it. */
function startsWithEnoughRoom(spoken: readonly Spoken[]): number[] {
  const starts: number[] = []
  let nextStart = Number.POSITIVE_INFINITY
  for (let i = spoken.length - 1; i >= 0; i--) {
    const { startMs } = spoken[i] as Spoken
    const before = spoken[i - 1]
    const missingMs = Math.max(0, shortestMs + gapMs - (nextStart - startMs))
    // The one before keeps its words, and its own second.
    const notBefore = before ? Math.max(before.endMs, before.startMs + shortestMs) + gapMs : 0
    const early = startMs - Math.min(missingMs, earliestMs)
    nextStart = Math.min(startMs, Math.max(early, notBefore))
    starts[i] = nextStart
  }
  return starts
}
