import type { Span } from './align-words.ts'

/**
 * Assigns a time to every word. Aligned words keep theirs; the others share the gap between their
 * neighbours in proportion to their letters. Times never decrease and never leave `room`.
 */
export function fillTimes(words: string[], found: (Span | undefined)[], room: Span): Span[] {
  const times: Span[] = []
  let at = 0
  while (at < words.length) {
    const span = found[at]
    if (span) {
      times.push(span)
      at++
      continue
    }
    let end = at
    while (end < words.length && !found[end]) end++
    const startMs = times.at(-1)?.endMs ?? room.startMs
    const endMs = Math.max(startMs, found[end]?.startMs ?? room.endMs)
    times.push(...share(words.slice(at, end), { startMs, endMs }))
    at = end
  }
  return inOrder(times, room)
}

function share(words: string[], { startMs, endMs }: Span): Span[] {
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  let before = 0
  const place = () => Math.round(startMs + ((endMs - startMs) * before) / letters)
  return words.map((word) => {
    const start = place()
    before += word.length
    return { startMs: start, endMs: place() }
  })
}

function inOrder(times: Span[], room: Span): Span[] {
  let earliest = room.startMs
  return times.map((span) => {
    const startMs = Math.min(Math.max(span.startMs, earliest), room.endMs)
    const endMs = Math.min(Math.max(span.endMs, startMs), room.endMs)
    earliest = endMs
    return { startMs, endMs }
  })
}
