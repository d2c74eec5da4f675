import { gridSide } from './grid.ts'

/** What a front finds in each cell. */
export const ground = { closed: 0, wrong: 1, right: 2 }

export interface Terrain {
  grid: Uint8Array
  /** A value of `ground` for each cell. */
  kinds: Uint8Array
  /** How unlike its stroke each cell is, 0 to 1. */
  unlike: Float32Array
}

/** A front stops when it has crossed about this many cells that are unlike its stroke. */
const maxUnlikeCells = 1.5
/** Costs are whole numbers, so that a queue can sort them into buckets. */
export const budget = 1200
const unlikeCost = budget / maxUnlikeCells
/** Every step costs a little, so paths don't wander. */
const stepCost = 1

/** Differences of neighbours up to this are noise; `clearEdge` above it is an edge. */
const noise = 10
const clearEdge = 50

/**
 * The cost of reaching each cell, at most `budget`. The front starts at `seeds` and follows the
 * cheapest path, so it floods the connected area that looks like the stroke and stops at its edges.
 * It never goes on from a cell that is already right to a wrong one, which could be far from it.
 */
export function spread(seeds: Uint32Array, terrain: Terrain): Uint16Array {
  const { kinds } = terrain
  const costs = new Uint16Array(gridSide * gridSide).fill(budget)
  const buckets: number[][] = Array.from({ length: budget }, () => [])
  for (const cell of seeds) {
    costs[cell] = 0
    buckets[0]?.push(cell)
  }
  const visit = (from: number, to: number, cost: number) => {
    const kind = kinds[to]
    if (kind === ground.closed) return
    if (cost > 0 && kind === ground.wrong && kinds[from] === ground.right) return
    const next = cost + computeCost(terrain, from, to)
    if (next >= (costs[to] as number)) return
    costs[to] = next
    buckets[next]?.push(to)
  }
  for (const [cost, bucket] of buckets.entries()) {
    // The loop also takes cells that are added to this bucket while it runs.
    for (const cell of bucket) {
      if (costs[cell] !== cost) continue
      const x = cell % gridSide
      if (x > 0) visit(cell, cell - 1, cost)
      if (x < gridSide - 1) visit(cell, cell + 1, cost)
      if (cell >= gridSide) visit(cell, cell - gridSide, cost)
      if (cell < gridSide * (gridSide - 1)) visit(cell, cell + gridSide, cost)
    }
    bucket.length = 0
  }
  return costs
}

/** An edge counts in full where the colour tells nothing, and not at all where it is certain. */
function computeCost({ grid, unlike }: Terrain, from: number, to: number): number {
  const odds = unlike[to] as number
  const edge = Math.min(1, Math.max(0, difference(grid, from, to) - noise) / clearEdge)
  const share = Math.min(1, colourCost(odds) + edge * Math.min(1, 2 * odds))
  return stepCost + Math.round(share * unlikeCost)
}

/** Nothing up to even odds: the area to correct is often part of what it is compared with. */
function colourCost(unlike: number): number {
  return Math.min(1, Math.max(0, (unlike - 0.55) / 0.25))
}

function difference(grid: Uint8Array, one: number, other: number): number {
  const at = one * 3
  const to = other * 3
  const red = Math.abs((grid[at] as number) - (grid[to] as number))
  const green = Math.abs((grid[at + 1] as number) - (grid[to + 1] as number))
  const blue = Math.abs((grid[at + 2] as number) - (grid[to + 2] as number))
  return Math.max(red, green, blue)
}
