import { edgeRegion, gridSide } from './grid.ts'
import { blockSide, wideMeans } from './wide-means.ts'

/**
 * Six bytes per cell along the edge: red, green and blue of the subject, then of the background. An
 * edge pixel is a mix of both. Knowing both colours, we can remove the background's share and leave
 * no fringe.
 */
export type EdgeColours = Uint8Array

/**
 * Blur-fusion (Forte, Pitié: Approximate Fast Foreground Colour Estimation, 2021): averages both
 * sides over a wide window, then averages that result over a narrow one. The wide pass runs on
 * blocks of 4 × 4 cells, the narrow pass only on cells along the edge.
 */
export function edgeColours(
  grid: Uint8Array,
  alpha: Float32Array,
  picture: { width: number; height: number },
): EdgeColours {
  const wide = wideMeans(grid, alpha, picture)
  const { near, cells } = cellsNearEdge(alpha)
  const first = firstEstimates(grid, alpha, wide, cells)
  return narrowMeans(alpha, first, near, cells)
}

/** 2 for partly covered cells and their neighbours, 1 for the neighbours of those. */
function cellsNearEdge(alpha: Float32Array): { near: Uint8Array; cells: Uint32Array } {
  const near = new Uint8Array(alpha.length)
  const region = edgeRegion(alpha)
  for (let y = region.top; y < region.bottom; y++) {
    for (let x = region.left; x < region.right; x++) {
      const value = alpha[y * gridSide + x] as number
      if (value !== 0 && value !== 1) mark(near, x, y)
    }
  }
  let count = 0
  for (let cell = 0; cell < near.length; cell++) if (near[cell] !== 0) count++
  const cells = new Uint32Array(count)
  for (let cell = 0, at = 0; at < count; cell++) if (near[cell] !== 0) cells[at++] = cell
  return { near, cells }
}

function mark(near: Uint8Array, x: number, y: number): void {
  const right = Math.min(gridSide - 1, x + 2)
  const bottom = Math.min(gridSide - 1, y + 2)
  for (let row = Math.max(0, y - 2); row <= bottom; row++) {
    for (let column = Math.max(0, x - 2); column <= right; column++) {
      const isNext = Math.abs(row - y) < 2 && Math.abs(column - x) < 2
      near[row * gridSide + column] = isNext ? 2 : (near[row * gridSide + column] as number) | 1
    }
  }
}

/** Estimates both sides from a cell's own colour and the wide means around it. */
function firstEstimates(
  grid: Uint8Array,
  alpha: Float32Array,
  wide: Float32Array[],
  cells: Uint32Array,
): Uint8ClampedArray {
  const out = new Uint8ClampedArray(alpha.length * 6)
  for (let channel = 0; channel < 3; channel++) {
    const subjects = wide[channel] as Float32Array
    const backgrounds = wide[channel + 3] as Float32Array
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] as number
      const at = (cell >> 12) * blockSide + ((cell & (gridSide - 1)) >> 2)
      const share = alpha[cell] as number
      const subject = subjects[at] as number
      const background = backgrounds[at] as number
      const seen = grid[cell * 3 + channel] as number
      out[cell * 6 + channel] =
        subject + share * (seen - share * subject - (1 - share) * background)
      out[cell * 6 + channel + 3] = background
    }
  }
  return out
}

/** Averages 3 × 3 cells: the subject weighted by alpha, the background by 1 − alpha. */
function narrowMeans(
  alpha: Float32Array,
  first: Uint8ClampedArray,
  near: Uint8Array,
  cells: Uint32Array,
): EdgeColours {
  const out = new Uint8Array(first.length)
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index] as number
    if ((near[cell] as number) < 2) continue
    const x = cell & (gridSide - 1)
    const y = cell >> 10
    const top = Math.max(0, y - 1)
    const bottom = Math.min(gridSide - 1, y + 1)
    const left = Math.max(0, x - 1)
    const right = Math.min(gridSide - 1, x + 1)
    for (let byte = 0; byte < 6; byte++) {
      const background = byte >= 3
      // The first estimate gets a small weight, for cells with no pixels of one side nearby.
      let weight = 1e-3
      let sum = (first[cell * 6 + byte] as number) * weight
      for (let row = top; row <= bottom; row++) {
        for (let other = row * gridSide + left; other <= row * gridSide + right; other++) {
          const share = background ? 1 - (alpha[other] as number) : (alpha[other] as number)
          weight += share
          sum += share * (first[other * 6 + byte] as number)
        }
      }
      out[cell * 6 + byte] = sum / weight + 0.5
    }
  }
  return out
}
