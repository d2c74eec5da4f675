import { diffArrays } from 'diff'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** The time grows with the square of this. Nobody reads more changed lines one by one. */
const maxChangedLines = 1000
/** The page does not react meanwhile. */
const timeLimitMs = 250

/**
 * Finds removed and added lines. Above the limits, all lines between the equal ends count as removed
 * and added.
 */
export function lineDiff(before: string, after: string, timeoutMs = timeLimitMs): DiffLine[] {
  const old = splitLines(before)
  const now = splitLines(after)
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start++
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return [
    ...asKind('same', old.slice(0, start)),
    ...diffMiddle(
      old.slice(start, old.length - end),
      now.slice(start, now.length - end),
      timeoutMs,
    ),
    ...asKind('same', old.slice(old.length - end)),
  ]
}

function diffMiddle(old: string[], now: string[], timeout: number): DiffLine[] {
  const parts = diffArrays(old, now, { maxEditLength: maxChangedLines, timeout })
  if (!parts) return [...asKind('removed', old), ...asKind('added', now)]
  return parts.flatMap(({ added, removed, value }) =>
    asKind(added ? 'added' : removed ? 'removed' : 'same', value),
  )
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

function asKind(kind: DiffLine['kind'], lines: string[]): DiffLine[] {
  return lines.map((text) => ({ kind, text }))
}
