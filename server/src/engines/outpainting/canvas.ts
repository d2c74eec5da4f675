import type { RawImage } from '../decode-image.ts'
import type { CanvasPlan, Size } from './plan-canvas.ts'

/** States of a canvas pixel. */
export const unknown = 0
export const photo = 1
export const made = 2
/** Kept but transparent. Its colour has no meaning, so it must not be used as a source. */
export const hidden = 3

export interface Canvas extends Size {
  /** RGB, row by row. */
  pixels: Uint8Array
  /** One of the four states above per pixel. */
  state: Uint8Array
}

export interface Rect extends Size {
  x: number
  y: number
}

/** Copies the kept pixels of the image to an empty canvas. */
export function layOut(image: RawImage, plan: CanvasPlan): Canvas {
  const { width, height, left, top, mask } = plan
  const pixels = new Uint8Array(width * height * 3)
  const state = new Uint8Array(width * height)
  for (let y = 0; y < image.height; y++) {
    let from = y * image.width * image.channels
    let to = (y + top) * width + left
    for (let x = 0; x < image.width; x++, from += image.channels, to++) {
      if (mask[to] !== 0) continue
      pixels[to * 3] = image.pixels[from] as number
      pixels[to * 3 + 1] = image.pixels[from + 1] as number
      pixels[to * 3 + 2] = image.pixels[from + 2] as number
      const opaque = image.channels === 3 || (image.pixels[from + 3] as number) >= 128
      state[to] = opaque ? photo : hidden
    }
  }
  return { width, height, pixels, state }
}

export function copyCanvas(canvas: Canvas): Canvas {
  return { ...canvas, pixels: canvas.pixels.slice(), state: canvas.state.slice() }
}

/** The smallest rectangle around all photo pixels, or undefined if there are none. */
export function boundsOfPhoto({ width, height, state }: Canvas): Rect | undefined {
  let left = width
  let right = -1
  let top = height
  let bottom = -1
  for (let y = 0; y < height; y++) {
    const row = state.subarray(y * width, (y + 1) * width)
    const first = row.indexOf(photo)
    if (first < 0) continue
    left = Math.min(left, first)
    right = Math.max(right, row.lastIndexOf(photo))
    top = Math.min(top, y)
    bottom = y
  }
  if (right < 0) return undefined
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
