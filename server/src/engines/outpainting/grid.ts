import { boxBlur } from '../box-blur.ts'
import { modelCells, modelSide } from './step.ts'

/** Helpers for grids of modelSide × modelSide cells. */
const side = modelSide
const cells = modelCells

/** Clears every set cell that has an unset cell within `radius` (a square). */
export function erode(set: Uint8Array, radius: number): Uint8Array {
  const rows = new Uint8Array(cells)
  const result = new Uint8Array(cells)
  for (let y = 0; y < side; y++) erodeLine(set, rows, y * side, 1, radius)
  for (let x = 0; x < side; x++) erodeLine(rows, result, x, side, radius)
  return result
}

/** Cells outside the grid count as set: a window's edge is not a border of the photo. */
function erodeLine(
  from: Uint8Array,
  to: Uint8Array,
  start: number,
  stride: number,
  radius: number,
): void {
  let lastOpen = -1 - radius
  let nextOpen = -1
  for (let i = 0; i < side; i++) {
    if (nextOpen < i) {
      nextOpen = i
      while (nextOpen < side && from[start + nextOpen * stride] !== 0) nextOpen++
    }
    if (nextOpen === i) lastOpen = i
    const clear = i - lastOpen > radius && (nextOpen === side || nextOpen - i > radius)
    to[start + i * stride] = clear ? 1 : 0
  }
}

export function inverse(set: Uint8Array): Uint8Array {
  const result = new Uint8Array(set.length)
  for (let at = 0; at < set.length; at++) result[at] = 1 - (set[at] as number)
  return result
}

/** Cells that are set in the first grid but not in the second. */
export function without(set: Uint8Array, other: Uint8Array): Uint8Array {
  const result = new Uint8Array(set.length)
  for (let at = 0; at < set.length; at++) result[at] = (set[at] as number) & ~(other[at] as number)
  return result
}

export interface NearestCells {
  /** Index of the nearest set cell, -1 if there is none. */
  index: Int32Array
  /** Distance to it in cells. */
  distance: Float32Array
}

/**
 * Finds the nearest set cell of each cell in two sweeps. A few percent off, which is enough here.
 */
export function nearestSet(set: Uint8Array, width: number = side): NearestCells {
  const height = set.length / width
  const index = new Int32Array(set.length).fill(-1)
  const squared = new Float32Array(set.length).fill(Number.POSITIVE_INFINITY)
  for (let at = 0; at < set.length; at++) {
    if (set[at] === 0) continue
    index[at] = at
    squared[at] = 0
  }
  for (let y = 0; y < height; y++) sweepRow(index, squared, width, y, -1)
  for (let y = height - 1; y >= 0; y--) sweepRow(index, squared, width, y, 1)
  return { index, distance: squared.map(Math.sqrt) }
}

/** Each cell takes the nearest set cell from its already swept neighbours. */
function sweepRow(
  index: Int32Array,
  squared: Float32Array,
  width: number,
  y: number,
  before: 1 | -1,
): void {
  const inside = y + before >= 0 && (y + before) * width < index.length
  for (let i = 0; i < width; i++) {
    const x = before < 0 ? i : width - 1 - i
    const at = y * width + x
    if (squared[at] === 0) continue
    if (i > 0) takeOver(index, squared, width, at, at + before)
    if (!inside) continue
    const row = at + before * width
    takeOver(index, squared, width, at, row)
    if (x > 0) takeOver(index, squared, width, at, row - 1)
    if (x < width - 1) takeOver(index, squared, width, at, row + 1)
  }
}

function takeOver(
  index: Int32Array,
  squared: Float32Array,
  width: number,
  at: number,
  from: number,
): void {
  const source = index[from] as number
  if (source < 0) return
  const dx = (at % width) - (source % width)
  const dy = Math.floor(at / width) - Math.floor(source / width)
  const length = dx * dx + dy * dy
  if (length >= (squared[at] as number)) return
  squared[at] = length
  index[at] = source
}

/**
 * Box blur in place: two passes give a tent, three approximate a Gaussian of about 1.7 × radius.
 */
export function blur(plane: Float32Array, radius: number, passes: 2 | 3): void {
  const everywhere = { left: 0, top: 0, right: side, bottom: side }
  const scratch = new Float32Array(cells)
  for (let pass = 0; pass < passes; pass++)
    boxBlur(plane, scratch, side, everywhere, { x: radius, y: radius })
}

/** Summed-area table of a plane's set cells, with one extra row and column. */
export function sumTable(plane: Float32Array | Uint8Array, set: Uint8Array): Float64Array {
  const wide = side + 1
  const table = new Float64Array(wide * wide)
  for (let y = 0; y < side; y++) {
    let row = 0
    for (let x = 0; x < side; x++) {
      const at = y * side + x
      if (set[at] === 1) row += plane[at] as number
      table[(y + 1) * wide + x + 1] = (table[y * wide + x + 1] as number) + row
    }
  }
  return table
}

/** The sum over a square around a cell, from a summed-area table. */
export function sumAround(table: Float64Array, at: number, radius: number): number {
  const wide = side + 1
  const x = at % side
  const y = Math.floor(at / side)
  const left = Math.max(0, x - radius)
  const right = Math.min(side, x + radius + 1)
  const top = Math.max(0, y - radius) * wide
  const bottom = Math.min(side, y + radius + 1) * wide
  const lower = (table[bottom + right] as number) - (table[bottom + left] as number)
  const upper = (table[top + right] as number) - (table[top + left] as number)
  return lower - upper
}
