import type { LowFill } from './fill-low.ts'
import type { Comparison } from './find-detail.ts'
import { findCell, nodeSide, nodesPerSide, radius } from './patch-match.ts'
import { modelCells, modelSide } from './step.ts'

/** Difference from the photo at which a piece starts to look odd, and at which it is fully odd. */
const oddFrom = 25
const oddTo = 50
/** The same, relative to the fill's mean: where everything is rough, nothing stands out. */
const meansFrom = 1.4
const meansTo = 2.2

/**
 * Occasionally the model adds something unrelated to the image: a yellow dot, a pink leaf, half a
 * face. Such pieces resemble nothing in the photo. They are replaced by a weighted vote of the
 * overlapping patches that match best. Returns whether anything changed.
 */
export function repairOdd(low: LowFill, comparison: Comparison): boolean {
  const { matches, differences, oddness } = comparison
  const from = Math.max(oddFrom, oddness * meansFrom)
  const to = Math.max(oddTo, oddness * meansTo)
  const before = low.planes.slice()
  let repaired = false
  for (let node = 0; node < matches.length; node++) {
    const odd = ((differences[node] as number) - from) / (to - from)
    if (odd <= 0) continue
    repaired = true
    for (let i = 0; i < nodeSide * nodeSide; i++) {
      const within = Math.floor(i / nodeSide) * modelSide + (i % nodeSide)
      const cell = findCell(node) + within
      if (low.known[cell] === 1) continue
      const colour = vote(before, comparison, node, within)
      const share = Math.min(1, odd)
      for (const [c, value] of colour.entries()) {
        const at = c * modelCells + cell
        low.planes[at] = (low.planes[at] as number) * (1 - share) + value * share
      }
    }
  }
  return repaired
}

/** The colour that the overlapping patches give a cell of a node. */
function vote(
  before: Float32Array,
  { matches, differences }: Comparison,
  node: number,
  within: number,
): number[] {
  let [red, green, blue, weight] = [0, 0, 0, 0]
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const column = (node % nodesPerSide) + dx
      if (column < 0 || column >= nodesPerSide) continue
      const voter = node + dy * nodesPerSide + dx
      const match = matches[voter] ?? -1
      if (match < 0) continue
      const from = findCell(match - dy * nodesPerSide - dx) + within
      const trust = 1 / (1 + (differences[voter] as number) ** 2)
      red += trust * (before[from] as number)
      green += trust * (before[modelCells + from] as number)
      blue += trust * (before[modelCells * 2 + from] as number)
      weight += trust
    }
  }
  return [red / weight, green / weight, blue / weight]
}
