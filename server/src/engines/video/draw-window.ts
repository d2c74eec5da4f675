import type { Planes } from './planes.ts'

/** Part of an image, in pixels. It may start between two pixels. */
export interface PictureWindow {
  left: number
  top: number
  width: number
  height: number
}

const taps = 4
const weightBits = 12
/** Rows are combined first and keep this many fractional bits. */
const rowBits = 8

/**
 * Draws a window of the still over the whole frame. Every frame is resampled from the still at
 * subpixel positions, so slow movements neither shake nor jump.
 */
export function drawWindow(still: Planes, window: PictureWindow, frame: Planes): void {
  const stepX = window.width / frame.width
  const stepY = window.height / frame.height
  // Position of the frame's first pixel centre in the still.
  const lumaX = window.left + stepX / 2 - 0.5
  const lumaY = window.top + stepY / 2 - 0.5
  drawPlane(
    still.luma,
    tapsAlong(still.width, frame.width, lumaX, stepX),
    tapsAlong(still.height, frame.height, lumaY, stepY),
    frame.luma,
  )
  // Chroma samples lie on the left pixel of a pair and between the two rows.
  const colourY = window.top / 2 + stepY / 2 - 0.5
  const columns = tapsAlong(still.width / 2, frame.width / 2, lumaX / 2, stepX)
  const rows = tapsAlong(still.height / 2, frame.height / 2, colourY, stepY)
  drawPlane(still.blue, columns, rows, frame.blue)
  drawPlane(still.red, columns, rows, frame.red)
}

interface Taps {
  sourceSize: number
  /** The first of four source positions per target position. */
  first: Int32Array
  /** Four weights per target position that add up to 1. */
  weights: Int32Array
}

function tapsAlong(sourceSize: number, targetSize: number, start: number, step: number): Taps {
  const first = new Int32Array(targetSize)
  const weights = new Int32Array(targetSize * taps)
  for (let target = 0; target < targetSize; target++) {
    const place = start + target * step
    const from = Math.floor(place) - 1
    const base = Math.max(0, Math.min(sourceSize - taps, from))
    first[target] = base
    let left = 1 << weightBits
    for (let tap = 0; tap < taps; tap++) {
      // Beyond the edge, repeat the outermost pixel.
      const source = Math.max(0, Math.min(sourceSize - 1, from + tap))
      const isLast = tap === taps - 1
      const weight = isLast ? left : Math.round(mitchell(place - from - tap) * (1 << weightBits))
      left -= weight
      const slot = target * taps + source - base
      weights[slot] = (weights[slot] as number) + weight
    }
  }
  return { sourceSize, first, weights }
}

/**
 * Mitchell–Netravali cubic. Sharper filters are sharp on a pixel and soft between two, which
 * flickers when an image moves slowly.
 */
function mitchell(distance: number): number {
  const x = Math.abs(distance)
  if (x < 1) return (7 * x * x * x - 12 * x * x + 16 / 3) / 6
  if (x < 2) return ((-7 / 3) * x * x * x + 12 * x * x - 20 * x + 32 / 3) / 6
  return 0
}

function drawPlane(
  source: Uint8ClampedArray,
  columns: Taps,
  rows: Taps,
  target: Uint8ClampedArray,
): void {
  const width = columns.first.length
  const row = new Int32Array(columns.sourceSize)
  for (let y = 0; y < rows.first.length; y++) {
    combineRows(source, rows, y, row)
    combineColumns(row, columns, target, y * width)
  }
}

// `Math.imul` tells the compiler that these are integers. It saves a quarter of the time in the two
// loops that process every pixel of a video.

function combineRows(
  source: Uint8ClampedArray,
  { first, weights }: Taps,
  y: number,
  row: Int32Array,
): void {
  const width = row.length
  const a = (first[y] as number) * width
  const b = a + width
  const c = b + width
  const d = c + width
  const weightA = weights[y * taps] as number
  const weightB = weights[y * taps + 1] as number
  const weightC = weights[y * taps + 2] as number
  const weightD = weights[y * taps + 3] as number
  for (let x = 0; x < width; x++) {
    row[x] =
      (Math.imul(source[a + x] as number, weightA) +
        Math.imul(source[b + x] as number, weightB) +
        Math.imul(source[c + x] as number, weightC) +
        Math.imul(source[d + x] as number, weightD)) >>
      (weightBits - rowBits)
  }
}

function combineColumns(
  row: Int32Array,
  { first, weights }: Taps,
  target: Uint8ClampedArray,
  at: number,
): void {
  const half = 1 << (weightBits + rowBits - 1)
  for (let x = 0, w = 0; x < first.length; x++, w += taps) {
    const from = first[x] as number
    const sum =
      Math.imul(row[from] as number, weights[w] as number) +
      Math.imul(row[from + 1] as number, weights[w + 1] as number) +
      Math.imul(row[from + 2] as number, weights[w + 2] as number) +
      Math.imul(row[from + 3] as number, weights[w + 3] as number)
    target[at + x] = (sum + half) >> (weightBits + rowBits)
  }
}
