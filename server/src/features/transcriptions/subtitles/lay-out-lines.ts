import type { BreakCost } from './break-cost.ts'
import type { Token } from './tokens.ts'

export interface LineLimits {
  lineColumns: number
  maxLines: number
  /** Columns of the first line that are reserved for a speaker's name. */
  firstLineReserve: number
}

/**
 * The cost of a full line. It grows with the square, so that lines of similar length win; that also
 * keeps a short word from standing alone.
 */
const fullLineCost = 60

/** How many columns the tokens from one index to another take on one line. */
export function createColumnCounter(
  tokens: readonly Token[],
): (from: number, to: number) => number {
  const edges = [0]
  for (const { columns, glued } of tokens)
    edges.push((edges.at(-1) ?? 0) + columns + (glued ? 0 : 1))
  return (from, to) => {
    const space = tokens[from]?.glued ? 0 : 1
    return (edges[to] ?? 0) - (edges[from] ?? 0) - space
  }
}

/** Breaks a cue's words into the fewest lines that hold them, at the best places. */
export function layOutLines(tokens: Token[], limits: LineLimits, breakCost: BreakCost): string[] {
  const columns = createColumnCounter(tokens)
  let lineCount = 1
  for (let from = 0, at = 1; at < tokens.length; at++) {
    if (columns(from, at + 1) <= computeRoom(lineCount - 1, limits)) continue
    lineCount++
    from = at
  }
  const starts = bestStarts(tokens, lineCount, limits, breakCost)
  return starts.map((from, line) => joinText(tokens.slice(from, starts[line + 1])))
}

/** Where each line starts: the cheapest way to fill that many lines, computed from the end. */
function bestStarts(
  tokens: Token[],
  lineCount: number,
  limits: LineLimits,
  breakCost: BreakCost,
): number[] {
  type Plan = { cost: number; starts: number[] }
  const columnsOf = createColumnCounter(tokens)
  let later: (Plan | undefined)[] = []
  for (let line = lineCount - 1; line >= 0; line--) {
    const plans: (Plan | undefined)[] = []
    for (let from = line; from < tokens.length; from++) {
      const isLast = line === lineCount - 1
      for (let to = isLast ? tokens.length : from + 1; to <= tokens.length; to++) {
        const columns = columnsOf(from, to)
        if (columns > computeRoom(line, limits) && to - from > 1) break
        const rest = isLast ? { cost: 0, starts: [] } : later[to]
        if (!rest) continue
        const before = tokens[to - 1]
        const after = tokens[to]
        let cost = rest.cost + fullLineCost * (columns / limits.lineColumns) ** 2
        if (before && after) cost += breakCost(before, after)
        const best = plans[from]
        if (!best || cost < best.cost) plans[from] = { cost, starts: [from, ...rest.starts] }
      }
    }
    later = plans
  }
  return later[0]?.starts ?? [0]
}

export function computeRoom(line: number, limits: LineLimits): number {
  return limits.lineColumns - (line === 0 ? limits.firstLineReserve : 0)
}

function joinText(tokens: Token[]): string {
  return tokens.map(({ text, glued }, i) => (i === 0 || glued ? text : ` ${text}`)).join('')
}
