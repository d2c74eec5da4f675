import { boxBlur } from '../box-blur.ts'
import { gridSide } from './grid.ts'

const factor = 4
const side = gridSide / factor
/** In blocks of four cells: about 14 cells, 1/70 of the image. */
const reach = 3

/** The model hardly ever returns exactly 0 or 1, so values beyond these count as certain. */
const surelyOut = 0.02
const surelyIn = 0.98

/**
 * Resolves uncertainty that can't be real: a soft spot inside the subject (a tongue, a shiny
 * forehead) becomes solid, and a faint cloud that touches nothing solid disappears. Values near an
 * edge stay, because half-values there are hair, fur and spokes.
 */
export function settleMask(alpha: Float32Array): Float32Array {
  const nearOutside = share(alpha, (value) => value < 0.5)
  const nearInside = share(alpha, (value) => value > 0.3)
  const settled = new Float32Array(alpha.length)
  for (let y = 0, cell = 0; y < gridSide; y++) {
    const row = Math.floor(y / factor) * side
    for (let x = 0; x < gridSide; x++, cell++) {
      const value = alpha[cell] as number
      if (value <= surelyOut) continue
      if (value >= surelyIn) settled[cell] = 1
      else if (value >= 0.5) {
        settled[cell] = value + (1 - value) * farness(nearOutside[row + (x >> 2)] as number)
      } else if (value <= 0.3) {
        settled[cell] = value * (1 - farness(nearInside[row + (x >> 2)] as number))
      } else settled[cell] = value
    }
  }
  return settled
}

/** 1 if the share in the window is 0, falling to 0 at a quarter. */
function farness(shareInWindow: number): number {
  return Math.max(0, 1 - 4 * shareInWindow)
}

/** The share of matching cells around each block. */
function share(alpha: Float32Array, isOfKind: (value: number) => boolean): Float32Array {
  const blocks = new Float32Array(side * side)
  for (let y = 0, cell = 0; y < gridSide; y++) {
    const row = Math.floor(y / factor) * side
    for (let x = 0; x < gridSide; x++, cell++) {
      if (isOfKind(alpha[cell] as number)) {
        const block = row + (x >> 2)
        blocks[block] = (blocks[block] as number) + 1 / (factor * factor)
      }
    }
  }
  const everywhere = { left: 0, top: 0, right: side, bottom: side }
  boxBlur(blocks, new Float32Array(blocks.length), side, everywhere, { x: reach, y: reach })
  return blocks
}
