import { boxBlur, type Region } from '../box-blur.ts'
import { coarser, edgeRegion, gridSide } from './grid.ts'

const factor = 4
/** Number of 4 × 4 blocks along a side of the grid. */
export const blockSide = gridSide / factor

/** Reach of the window in pixels, for an image of about 2560 × 1600. */
const reachPixels = 30
const usualSide = 2560

/**
 * Mean colours of the subject and the background over a wide window, per block. Returns red, green
 * and blue planes of the subject, then of the background.
 */
export function wideMeans(
  grid: Uint8Array,
  alpha: Float32Array,
  { width, height }: { width: number; height: number },
): Float32Array[] {
  const reach = reachPixels * Math.max(1, Math.max(width, height) / usualSide)
  const radius = {
    x: Math.max(1, Math.round((reach * blockSide) / width)),
    y: Math.max(1, Math.round((reach * blockSide) / height)),
  }
  const region = coarser(edgeRegion(alpha), factor, Math.max(radius.x, radius.y) + 1)
  const { share, colours, shares } = blockSums(grid, alpha, region)
  const scratch = new Float32Array(share.length)
  for (const plane of [share, ...colours, ...shares]) {
    boxBlur(plane, scratch, blockSide, region, radius)
  }
  for (let channel = 0; channel < 3; channel++) {
    const subject = shares[channel] as Float32Array
    const background = colours[channel] as Float32Array
    for (let at = 0; at < share.length; at++) {
      const inside = share[at] as number
      const rest = (background[at] as number) - (subject[at] as number)
      subject[at] = (subject[at] as number) / Math.max(inside, 1e-3)
      background[at] = rest / Math.max(factor * factor - inside, 1e-3)
    }
  }
  return [...shares, ...colours]
}

/** Sums over 4 × 4 blocks: the subject's share, the colours, and the subject's share of each. */
function blockSums(grid: Uint8Array, alpha: Float32Array, region: Region) {
  const plane = () => new Float32Array(blockSide * blockSide)
  const share = plane()
  const colours = [plane(), plane(), plane()]
  const shares = [plane(), plane(), plane()]
  const [red, green, blue] = colours as [Float32Array, Float32Array, Float32Array]
  const [subjectRed, subjectGreen, subjectBlue] = shares as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const add = (to: Float32Array, at: number, value: number) => {
    to[at] = (to[at] as number) + value
  }
  for (let y = region.top * factor; y < region.bottom * factor; y++) {
    for (let x = region.left * factor; x < region.right * factor; x++) {
      const at = (y >> 2) * blockSide + (x >> 2)
      const cell = y * gridSide + x
      const value = alpha[cell] as number
      const r = grid[cell * 3] as number
      const g = grid[cell * 3 + 1] as number
      const b = grid[cell * 3 + 2] as number
      add(share, at, value)
      add(red, at, r)
      add(green, at, g)
      add(blue, at, b)
      add(subjectRed, at, r * value)
      add(subjectGreen, at, g * value)
      add(subjectBlue, at, b * value)
    }
  }
  return { share, colours, shares }
}
