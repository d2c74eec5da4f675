import { boxBlur } from '../box-blur.ts'
import { coarser, edgeRegion, gridSide } from './grid.ts'

const factor = 2
/** Side length of the edge guide's planes. Half the grid is enough for smooth quantities. */
export const guideSide = gridSide / factor
const radius = 2

/** Brightness differences below this (squared, on a 0–1 scale) are noise, not edges. */
const noise = 3e-4

/**
 * A precomputed guided filter: alpha = (1 − weight)·mask + slope·brightness + offset, each sampled
 * at the pixel's position. It makes the coarse mask follow the sharp edges of the image (He, Sun:
 * Fast Guided Filter, 2015).
 */
export interface EdgeGuide {
  slope: Float32Array
  offset: Float32Array
  weight: Float32Array
}

/**
 * The weight is the share of the mask's variance that brightness explains in a window. Where
 * brightness explains little, such as a striped subject on a background between its shades, the
 * mask stays unchanged instead of being smeared.
 */
export function edgeGuide(grid: Uint8Array, alpha: Float32Array): EdgeGuide {
  const region = coarser(edgeRegion(alpha), factor, 2 * radius + 1)
  const means = blockMeans(grid, alpha)
  const scratch = new Float32Array(guideSide * guideSide)
  const { light, lightSquared, both, mask, maskSquared } = means
  const smooth = (plane: Float32Array) => {
    boxBlur(plane, scratch, guideSide, region, { x: radius, y: radius })
  }
  for (const plane of Object.values(means)) smooth(plane)
  const guide = { slope: lightSquared, offset: both, weight: maskSquared }
  for (let y = region.top; y < region.bottom; y++) {
    for (let at = y * guideSide + region.left; at < y * guideSide + region.right; at++) {
      const meanLight = light[at] as number
      const meanMask = mask[at] as number
      const covariance = (both[at] as number) - meanLight * meanMask
      const lightVariance = (lightSquared[at] as number) - meanLight * meanLight + noise
      const maskVariance = (maskSquared[at] as number) - meanMask * meanMask + 1e-3
      const slope = covariance / lightVariance
      const weight = Math.min(1, (covariance * slope) / maskVariance)
      guide.weight[at] = weight
      guide.slope[at] = weight * slope
      guide.offset[at] = weight * (meanMask - slope * meanLight)
    }
  }
  for (const plane of Object.values(guide)) smooth(plane)
  return guide
}

/** Brightness of a pixel, 0 to 1. */
export function computeLight(red: number, green: number, blue: number): number {
  return red * (0.299 / 255) + green * (0.587 / 255) + blue * (0.114 / 255)
}

/** Averages blocks of 2 × 2 cells, including the products, so variance within a block is kept. */
function blockMeans(grid: Uint8Array, alpha: Float32Array) {
  const plane = () => new Float32Array(guideSide * guideSide)
  const light = plane()
  const lightSquared = plane()
  const both = plane()
  const mask = plane()
  const maskSquared = plane()
  for (let y = 0, cell = 0; y < gridSide; y++) {
    for (let x = 0, at = (y >> 1) * guideSide; x < gridSide; x++, cell++) {
      const from = cell * 3
      const value = alpha[cell] as number
      const brightness = computeLight(
        grid[from] as number,
        grid[from + 1] as number,
        grid[from + 2] as number,
      )
      light[at] = (light[at] as number) + brightness / 4
      lightSquared[at] = (lightSquared[at] as number) + (brightness * brightness) / 4
      both[at] = (both[at] as number) + (brightness * value) / 4
      mask[at] = (mask[at] as number) + value / 4
      maskSquared[at] = (maskSquared[at] as number) + (value * value) / 4
      at += x & 1
    }
  }
  return { light, lightSquared, both, mask, maskSquared }
}
