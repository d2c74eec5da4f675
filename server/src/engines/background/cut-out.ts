import type { Colour } from '../colour.ts'
import type { RawImage } from '../decode-image.ts'
import type { EdgeColours } from './edge-colours.ts'
import { gridSide, stepsAlong } from './grid.ts'

export interface CutOut {
  picture: RawImage
  /** One byte per pixel of the image. */
  alpha: Uint8Array
  colours: EdgeColours
}

/**
 * RGBA pixels stored as 32-bit integers, which is three times as fast as separate bytes. Red is the
 * lowest byte: every platform that Node 24 and our libraries support is little-endian.
 */
export type Rgba = Int32Array

/**
 * Returns a function that writes pixels `left` to `right` of row `y` into `out`, which must be
 * zeroed there. Solid pixels are copied bit for bit. At the edge, the background's share of the
 * colour is removed. Fully transparent pixels stay black, so the background can't be recovered from
 * the file.
 */
export function rowWriter({ picture, alpha, colours }: CutOut) {
  const { pixels, width, height, channels } = picture
  const columns = stepsAlong(width, gridSide)
  const rows = stepsAlong(height, gridSide)
  return (y: number, left: number, right: number, out: Rgba, at: number): void => {
    const cellRow = (rows.cell[y] as number) * gridSide
    const down = rows.fraction[y] as number
    const shift = y * width
    for (let x = left; x < right; x++) {
      const opacity = alpha[shift + x] as number
      if (opacity === 0) continue
      const from = (shift + x) * channels
      const red = pixels[from] as number
      const green = pixels[from + 1] as number
      const blue = pixels[from + 2] as number
      const solid = red | (green << 8) | (blue << 16) | (opacity << 24)
      // A pixel that was semi-transparent in the file has its own colour, not a mix.
      if (opacity === 255 || (channels === 4 && pixels[from + 3] !== 255)) {
        out[at + x - left] = solid
      } else {
        const cell = (cellRow + (columns.cell[x] as number)) * 6
        out[at + x - left] = unmixed(solid, colours, cell, columns.fraction[x] as number, down)
      }
    }
  }
}

/** Removes the background from a mixed pixel, using the colours of the four cells around it. */
function unmixed(
  pixel: number,
  colours: EdgeColours,
  cell: number,
  across: number,
  down: number,
): number {
  let pure = pixel & 0xff000000
  const share = (pixel >>> 24) / 255
  for (let channel = 0; channel < 3; channel++) {
    const subject = between(colours, cell + channel, across, down)
    const background = between(colours, cell + channel + 3, across, down)
    const seen = (pixel >>> (channel * 8)) & 255
    const estimate = subject + share * (seen - share * subject - (1 - share) * background)
    const byte = estimate <= 0 ? 0 : estimate >= 255 ? 255 : (estimate + 0.5) | 0
    pure |= byte << (channel * 8)
  }
  return pure
}

function between(colours: EdgeColours, cell: number, across: number, down: number): number {
  const below = cell + gridSide * 6
  const upper = (colours[cell] as number) * (1 - across) + (colours[cell + 6] as number) * across
  const lower = (colours[below] as number) * (1 - across) + (colours[below + 6] as number) * across
  return upper + (lower - upper) * down
}

/** Composites pixels onto a colour, in place. */
export function layOn(colour: Colour, pixels: Rgba): void {
  const { red, green, blue } = colour
  const under = colour.alpha / 255
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at] as number
    const over = (pixel >>> 24) / 255
    if (over === 1) continue
    const visible = under * (1 - over)
    const total = over + visible
    const scale = total === 0 ? 0 : 1 / total
    const mixed = (seen: number, laidOn: number) =>
      ((seen * over + laidOn * visible) * scale + 0.5) | 0
    pixels[at] =
      mixed(pixel & 255, red) |
      (mixed((pixel >>> 8) & 255, green) << 8) |
      (mixed((pixel >>> 16) & 255, blue) << 16) |
      (((total * 255 + 0.5) | 0) << 24)
  }
}
