export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Above this many steps, all old lines count as removed and all new lines as added. */
const maxSteps = 1_000_000

/** Finds removed and added lines by longest common subsequence. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const old = before === '' ? [] : before.split('\n')
  const now = after === '' ? [] : after.split('\n')
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++
  let end = 0
  while (
    end < Math.min(old.length, now.length) - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  ) {
    end++
  }
  const middle = diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end))
  const same = (text: string): DiffLine => ({ kind: 'same', text })
  return [...old.slice(0, start).map(same), ...middle, ...old.slice(old.length - end).map(same)]
}

function diffMiddle(old: string[], now: string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text })
  const added = (text: string): DiffLine => ({ kind: 'added', text })
  if (old.length * now.length > maxSteps) return [...old.map(removed), ...now.map(added)]
  // common[i][j]: the length of the common subsequence of the lines from i and from j.
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1))
  const at = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = common[i] as Uint32Array
      row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i] as string })
      i++
      j++
    } else if (j === now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(old[i++] as string))
    } else {
      lines.push(added(now[j++] as string))
    }
  }
  return lines
}
