import type { RawImage } from '../decode-image.ts'
import { computeLight, type EdgeGuide, guideSide } from './edge-guide.ts'
import { gridSide, stepsAlong } from './grid.ts'

/** Clips both ends of the scale, because a barely visible veil looks like dirt. */
const darkest = 0.06
const brightest = 0.94

/**
 * Alpha for every pixel of the image, 0 to 255. Areas between fully in or fully out cells are
 * filled directly. Along the edge the mask is interpolated and follows the image through the guide.
 */
export function fullAlpha(picture: RawImage, mask: Float32Array, guide: EdgeGuide): Uint8Array {
  const { width, height } = picture
  const out = new Uint8Array(width * height)
  const columns = stepsAlong(width, gridSide)
  const rows = stepsAlong(height, gridSide)
  const edge = edgeRow(picture, guide, out, columns.fraction)
  const firstPixel = firstPixels(columns.cell)
  const row = new Float32Array(gridSide)
  for (let y = 0; y < height; y++) {
    blend(mask, gridSide, rows.cell[y] as number, rows.fraction[y] as number, row)
    for (let cell = 0; cell < gridSide - 1; cell++) {
      const here = row[cell] as number
      const next = row[cell + 1] as number
      if (here === 0 && next === 0) continue
      const start = firstPixel[cell] as number
      if (here === 1 && next === 1) {
        while (row[cell + 1] === 1) cell++
        out.fill(255, y * width + start, y * width + (firstPixel[cell--] as number))
      } else {
        edge(y, start, firstPixel[cell + 1] as number, here, next)
      }
    }
  }
  return out
}

/** firstPixel[c] is the first pixel in cell c or a later one. */
function firstPixels(cellOfPixel: Uint16Array): Uint32Array {
  const first = new Uint32Array(gridSide)
  for (let cell = 0, pixel = 0; cell < gridSide; cell++) {
    while (pixel < cellOfPixel.length && (cellOfPixel[pixel] as number) < cell) pixel++
    first[cell] = pixel
  }
  return first
}

/** Interpolates row `y` + `fraction` of a square plane. */
function blend(plane: Float32Array, side: number, y: number, fraction: number, to: Float32Array) {
  const first = y * side
  for (let x = 0; x < side; x++) {
    const above = plane[first + x] as number
    to[x] = above + ((plane[first + side + x] as number) - above) * fraction
  }
}

/** Fills the pixels between two cells of a row. Guide rows are computed on demand. */
function edgeRow(picture: RawImage, guide: EdgeGuide, out: Uint8Array, fractions: Float32Array) {
  const { pixels, width, height, channels } = picture
  const columns = stepsAlong(width, guideSide)
  const rows = stepsAlong(height, guideSide)
  const slope = new Float32Array(guideSide)
  const offset = new Float32Array(guideSide)
  const weight = new Float32Array(guideSide)
  let preparedRow = -1
  const prepare = (y: number) => {
    const cell = rows.cell[y] as number
    const fraction = rows.fraction[y] as number
    blend(guide.slope, guideSide, cell, fraction, slope)
    blend(guide.offset, guideSide, cell, fraction, offset)
    blend(guide.weight, guideSide, cell, fraction, weight)
    preparedRow = y
  }
  return (y: number, start: number, end: number, here: number, next: number) => {
    if (preparedRow !== y) prepare(y)
    for (let x = start; x < end; x++) {
      const value = here + (next - here) * (fractions[x] as number)
      const cell = columns.cell[x] as number
      const step = columns.fraction[x] as number
      const from = (y * width + x) * channels
      const light = computeLight(
        pixels[from] as number,
        pixels[from + 1] as number,
        pixels[from + 2] as number,
      )
      const guided =
        value * (1 - between(weight, cell, step)) +
        between(slope, cell, step) * light +
        between(offset, cell, step)
      const scaled = ((guided - darkest) / (brightest - darkest)) * 255 + 0.5
      out[y * width + x] = scaled <= 0 ? 0 : scaled >= 255 ? 255 : scaled
    }
  }
}

function between(row: Float32Array, cell: number, step: number): number {
  const here = row[cell] as number
  return here + ((row[cell + 1] as number) - here) * step
}
