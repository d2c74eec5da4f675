import type { Region } from '../box-blur.ts'

/**
 * The square grid used to find the subject and analyse edges, whatever the image size. Cell (x, y)
 * covers 1/1024 of the width and height. The results are applied to every pixel afterwards, so the
 * expensive part doesn't grow with the megapixels.
 */
export const gridSide = 1024

/** The smallest rectangle around all partly covered cells, which is where the edge runs. */
export function edgeRegion(alpha: Float32Array): Region {
  const region = { left: gridSide, top: gridSide, right: 0, bottom: 0 }
  for (let y = 0, cell = 0; y < gridSide; y++) {
    for (let x = 0; x < gridSide; x++, cell++) {
      const value = alpha[cell] as number
      if (value === 0 || value === 1) continue
      if (x < region.left) region.left = x
      if (x >= region.right) region.right = x + 1
      if (y < region.top) region.top = y
      region.bottom = y + 1
    }
  }
  return region.right === 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : region
}

/** Converts the region to cells `factor` times larger, plus a `margin` of those cells. */
export function coarser(region: Region, factor: number, margin: number): Region {
  const side = gridSide / factor
  return {
    left: Math.max(0, Math.floor(region.left / factor) - margin),
    top: Math.max(0, Math.floor(region.top / factor) - margin),
    right: Math.min(side, Math.ceil(region.right / factor) + margin),
    bottom: Math.min(side, Math.ceil(region.bottom / factor) + margin),
  }
}

/** For each pixel along one side of the image: the preceding cell and the fraction beyond it. */
export interface Steps {
  cell: Uint16Array
  fraction: Float32Array
}

export function stepsAlong(pixels: number, cells: number): Steps {
  const cell = new Uint16Array(pixels)
  const fraction = new Float32Array(pixels)
  for (let pixel = 0; pixel < pixels; pixel++) {
    const centre = ((pixel + 0.5) * cells) / pixels - 0.5
    const clamped = Math.min(cells - 1, Math.max(0, centre))
    cell[pixel] = Math.min(cells - 2, Math.floor(clamped))
    fraction[pixel] = clamped - (cell[pixel] as number)
  }
  return { cell, fraction }
}
