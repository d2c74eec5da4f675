import { boxBlur } from '../box-blur.ts'
import { gridSide } from './grid.ts'

const factor = 4
const side = gridSide / factor
/** In blocks of four cells: about 14 cells, a seventieth of the picture. */
const reach = 3

/** What the model is this sure of is taken as certain; it hardly ever says exactly 0 or 1. */
const surelyOut = 0.02
const surelyIn = 0.98

/**
 * Takes the model's doubts where they cannot be true: a soft spot in the middle of the subject (a
 * tongue, a shiny forehead) becomes solid, a faint cloud that nothing solid touches disappears.
 * Near an edge everything stays: there half-values are hair, fur and spokes.
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

/** 1 where a window holds none of it, falling to 0 where it holds a quarter. */
function farness(shareInWindow: number): number {
  return Math.max(0, 1 - 4 * shareInWindow)
}

/** How much of the surroundings of each block is of a kind. */
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
  boxBlur(blocks, side, everywhere, reach, reach, new Float32Array(blocks.length))
  return blocks
}
