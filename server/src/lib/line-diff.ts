export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Beyond this many comparisons, the changed part counts as replaced. */
const maxCells = 4_000_000

/** The lines of two texts: what stayed, what was removed and what was added. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  const longest = Math.min(a.length, b.length) - start
  while (end < longest && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const same = (text: string): DiffLine => ({ kind: 'same', text })
  return [
    ...a.slice(0, start).map(same),
    ...middle,
    ...(end > 0 ? a.slice(a.length - end).map(same) : []),
  ]
}

function diffMiddle(a: string[], b: string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text })
  const added = (text: string): DiffLine => ({ kind: 'added', text })
  if (a.length * b.length > maxCells) return [...a.map(removed), ...b.map(added)]
  const width = b.length + 1
  // Length of the longest common subsequence of the rests.
  const common = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] =
        a[i] === b[j]
          ? (common[(i + 1) * width + j + 1] as number) + 1
          : Math.max(common[(i + 1) * width + j] as number, common[i * width + j + 1] as number)
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] as string })
      i++
      j++
    } else if (
      i < a.length &&
      (j === b.length ||
        (common[(i + 1) * width + j] as number) >= (common[i * width + j + 1] as number))
    ) {
      lines.push(removed(a[i++] as string))
    } else lines.push(added(b[j++] as string))
  }
  return lines
}

const context = 3

/** The same as a unified diff with three lines of context; empty if nothing changed. */
export function unifiedDiff(before: string, after: string): string {
  const lines = diffLines(before, after)
  const shown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== 'same'),
  )
  const out: string[] = []
  let [oldLine, newLine] = [1, 1]
  for (let at = 0; at < lines.length; at++) {
    if (shown[at] && !shown[at - 1]) {
      let stop = at
      while (shown[stop]) stop++
      const part = lines.slice(at, stop)
      const olds = part.filter(({ kind }) => kind !== 'added').length
      const news = part.filter(({ kind }) => kind !== 'removed').length
      out.push(`@@ -${oldLine},${olds} +${newLine},${news} @@`)
    }
    const { kind, text } = lines[at] as DiffLine
    if (shown[at]) out.push(`${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)
    if (kind !== 'added') oldLine++
    if (kind !== 'removed') newLine++
  }
  return out.join('\n')
}
