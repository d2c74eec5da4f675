import { type BreakCost, endsSentence } from './break-cost.ts'
import { computeRoom, createColumnCounter, type LineLimits } from './lay-out-lines.ts'
import { gapMs, longestMs, shortestMs } from './set-times.ts'
import type { Token } from './tokens.ts'

/** The costs of a cue, on the scale of the break costs. */
const costs = {
  /** Per cue, so that words share one while they fit. */
  cue: 4,
  /** A break between cues is worse than one between lines: the reader has to remember. */
  breakWeight: 2,
  /** A phrase that ends inside a cue: cues end with phrases where possible. */
  phraseEndInside: 6,
  /** A sentence that ends inside a cue while the next one does not end with it. */
  sentenceEndInside: 8,
  pauseInsidePerSecond: 15,
  tooShort: 20,
  orphan: 15,
  /** A full cue; squared, so that the cues of a sentence are equally full. */
  full: 3,
}
const noticeablePauseMs = 400
const orphanColumns = 8

/**
 * Cuts a turn into cues: of all cuts within the limits, the one with the lowest total cost.
 * `followedAtMs` is the start of the next turn.
 */
export function cutCues(
  tokens: Token[],
  limits: LineLimits,
  breakCost: BreakCost,
  followedAtMs: number,
): Token[][] {
  const breaks = tokens.map((token, i) => {
    const after = tokens[i + 1]
    return after ? breakCost(token, after) : 0
  })
  const cheapest: number[] = new Array(tokens.length + 1).fill(0)
  const endOf: number[] = new Array(tokens.length).fill(tokens.length)
  const columns = createColumnCounter(tokens)
  for (let from = tokens.length - 1; from >= 0; from--) {
    const limitsHere = from === 0 ? limits : { ...limits, firstLineReserve: 0 }
    const ends = endsWithinLimits(tokens, from, limitsHere, columns)
    let best = Number.POSITIVE_INFINITY
    let inside = 0
    for (const { to, lines } of ends) {
      inside += costInside(tokens, to - 1, from)
      const roomMs = (tokens[to]?.startMs ?? followedAtMs) - gapMs - (tokens[from]?.startMs ?? 0)
      const lineBreak = lines === 2 ? bestLineBreak(breaks, from, to, limitsHere, columns) : 0
      const haste = hasteCost(roomMs)
      const filled = columns(from, to) / (limits.lineColumns * limits.maxLines)
      const edges = edgeCost(tokens, from, to, breaks)
      const cost = costs.cue + inside + lineBreak + haste + edges + costs.full * filled ** 2
      const total = cost + (cheapest[to] ?? 0)
      if (total >= best) continue
      best = total
      endOf[from] = to
    }
    cheapest[from] = best
  }
  const cues: Token[][] = []
  for (let from = 0; from < tokens.length; from = endOf[from] ?? tokens.length) {
    cues.push(tokens.slice(from, endOf[from]))
  }
  return cues
}

type Columns = (from: number, to: number) => number

/** Where a cue that starts at a token can end, and how many lines it then needs. */
function endsWithinLimits(tokens: Token[], from: number, limits: LineLimits, columns: Columns) {
  const ends: { to: number; lines: number }[] = [{ to: from + 1, lines: 1 }]
  const startMs = tokens[from]?.startMs ?? 0
  let lines = 1
  let lineFrom = from
  for (let to = from + 2; to <= tokens.length; to++) {
    if (columns(lineFrom, to) > computeRoom(lines - 1, limits)) {
      lines++
      lineFrom = to - 1
    }
    if (lines > limits.maxLines || (tokens[to - 1]?.endMs ?? 0) - startMs > longestMs) break
    ends.push({ to, lines })
  }
  return ends
}

/** The cost that a token adds to its cue. */
function costInside(tokens: Token[], at: number, from: number): number {
  const token = tokens[at]
  const before = tokens[at - 1]
  if (at === from || !token || !before) return 0
  const pauseMs = token.startMs - before.endMs
  const pause = pauseMs > noticeablePauseMs ? (pauseMs / 1000) * costs.pauseInsidePerSecond : 0
  return pause + (before.endsPhrase ? costs.phraseEndInside : 0)
}

function edgeCost(tokens: Token[], from: number, to: number, breaks: number[]): number {
  const last = tokens[to - 1]
  if (!last) return 0
  const endsWell = last.endsPhrase || to === tokens.length
  let cost = endsWell ? 0 : costs.breakWeight * (breaks[to - 1] ?? 0)
  if (!endsWell && !endsSentence(last)) {
    for (let at = from; at < to - 1; at++) {
      const token = tokens[at]
      if (token && endsSentence(token)) cost += costs.sentenceEndInside
    }
  }
  const startsWell = from === 0 || tokens[from - 1]?.endsPhrase === true
  const alone = to - from === 1 && last.columns <= orphanColumns
  return alone && !(startsWell && endsWell) ? cost + costs.orphan : cost
}

/** The cheapest break between two lines; cues with more lines are too rare to optimise. */
function bestLineBreak(
  breaks: number[],
  from: number,
  to: number,
  limits: LineLimits,
  columns: Columns,
): number {
  let best = Number.POSITIVE_INFINITY
  for (let at = from + 1; at < to; at++) {
    if (columns(from, at) > computeRoom(0, limits)) break
    if (columns(at, to) <= computeRoom(1, limits)) best = Math.min(best, breaks[at - 1] ?? 0)
  }
  return Number.isFinite(best) ? best : 0
}

/** A cue that cannot last its minimum time because the next words follow too soon. */
function hasteCost(roomMs: number): number {
  return roomMs < shortestMs ? costs.tooShort * (2 - Math.max(0, roomMs) / shortestMs) : 0
}
