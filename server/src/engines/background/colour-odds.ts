/** Colours are counted in 32 × 32 × 32 bins. */
const bits = 5
const binsAlong = 1 << bits
const binCount = binsAlong ** 3
/** Enough for the differences that light and grain make within one thing. */
const blurPasses = 4

/** How common each colour is; the sum is 1. */
export type Palette = Float32Array

/** Counts the colours of cells by their weights, and blurs the counts so that near colours count. */
export function buildPalette(
  grid: Uint8Array,
  cells: Uint32Array,
  weightOf: (cell: number) => number = () => 1,
): Palette {
  const counts = new Float32Array(binCount)
  let total = 0
  for (const cell of cells) {
    const weight = weightOf(cell)
    const bin = findBin(grid, cell)
    counts[bin] = (counts[bin] as number) + weight
    total += weight
  }
  if (total === 0) return counts
  for (let pass = 0; pass < blurPasses; pass++) {
    for (const step of [1, binsAlong, binsAlong * binsAlong]) blurAlong(counts, step)
  }
  return counts.map((count) => count / total)
}

export function mixPalettes(one: Palette, other: Palette): Palette {
  return one.map((share, bin) => (share + (other[bin] as number)) / 2)
}

/**
 * For each cell the probability that its colour doesn't come from `ours` but from `theirs`. A
 * colour that neither has is unlike ours.
 */
export function unlikeness(
  grid: Uint8Array,
  cells: Uint32Array,
  { ours, theirs }: { ours: Palette; theirs: Palette },
): Float32Array {
  const odds = ours.map((share, bin) => 1 - share / (share + (theirs[bin] as number) + 1e-5))
  const unlike = new Float32Array(grid.length / 3)
  for (const cell of cells) unlike[cell] = odds[findBin(grid, cell)] as number
  return unlike
}

function findBin(grid: Uint8Array, cell: number): number {
  const at = cell * 3
  const drop = 8 - bits
  const red = (grid[at] as number) >> drop
  const green = (grid[at + 1] as number) >> drop
  const blue = (grid[at + 2] as number) >> drop
  return (((red << bits) | green) << bits) | blue
}

/** Weights 1, 2, 1 along one axis of the colour cube. */
function blurAlong(counts: Float32Array, step: number): void {
  const before = counts.slice()
  for (let bin = 0; bin < binCount; bin++) {
    const place = Math.floor(bin / step) % binsAlong
    const here = before[bin] as number
    const lower = place > 0 ? (before[bin - step] as number) : here
    const upper = place < binsAlong - 1 ? (before[bin + step] as number) : here
    counts[bin] = (lower + 2 * here + upper) / 4
  }
}
