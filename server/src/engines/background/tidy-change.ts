import { boxBlur } from '../box-blur.ts'
import { gridSide } from './grid.ts'

interface Window {
  x: number
  y: number
}

/** Averages windows of (2·radius+1) cells each way, in place. */
export function blurCells(plane: Float32Array, radius: Window = { x: 1, y: 1 }): void {
  const whole = { left: 0, top: 0, right: gridSide, bottom: gridSide }
  boxBlur(plane, new Float32Array(plane.length), gridSide, whole, radius)
}

/**
 * Tidies a change of the mask, −1 to 1: single cells take the value of most around them, and thin
 * seams close.
 */
export function tidyChange(
  change: Float32Array,
  mask: Float32Array,
  picture: { width: number; height: number },
): void {
  blurCells(change)
  for (let cell = 0; cell < change.length; cell++) {
    const mean = change[cell] as number
    change[cell] = Math.sign(mean) * Math.min(1, Math.max(0, 2 * Math.abs(mean) - 0.5))
  }
  const radius = { x: seamRadius(picture.width), y: seamRadius(picture.height) }
  closeSeams(change, mask, radius, 1)
  closeSeams(change, mask, radius, -1)
}

/** Edges are about two pixels wide, which are many cells in a small image. */
function seamRadius(pixels: number): number {
  return Math.min(8, Math.max(2, Math.ceil((2 * gridSide) / pixels)))
}

/** Shares of the cells around a seam. */
const leastOfBoth = 0.6
const leastOfEach = 0.12

/**
 * Where a changed area meets what was already right, the colours of both mix, and a line between
 * them stays behind. It belongs to both.
 */
function closeSeams(change: Float32Array, mask: Float32Array, radius: Window, sign: 1 | -1): void {
  const changed = change.map((share) => (share * sign > 0.5 ? 1 : 0))
  if (!changed.includes(1)) return
  const right = mask.map((value) => ((sign === 1 ? value : 1 - value) >= 0.98 ? 1 : 0))
  blurCells(changed, radius)
  blurCells(right, radius)
  for (let cell = 0; cell < change.length; cell++) {
    const ofChanged = changed[cell] as number
    const ofRight = right[cell] as number
    const isSeam = ofChanged + ofRight >= leastOfBoth
    if (isSeam && Math.min(ofChanged, ofRight) >= leastOfEach) change[cell] = sign
  }
}
