import { type Canvas, made, photo } from '../canvas.ts'
import type { Size } from '../plan-canvas.ts'

/** A small copy of a filled canvas. Scores need no more detail, and take milliseconds on it. */
export interface SmallCopy extends Size {
  /** Red, green and blue planes, 0 to 255. */
  planes: [Float32Array, Float32Array, Float32Array]
  /** `photo` or `made`; 0 for cells that mix both or show nothing. */
  state: Uint8Array
}

const maxSide = 320

/** Means over square blocks. Every block lies wholly on the canvas. */
export function smallCopy(canvas: Canvas): SmallCopy {
  const block = Math.max(1, Math.ceil(Math.max(canvas.width, canvas.height) / maxSide))
  const width = Math.floor(canvas.width / block)
  const height = Math.floor(canvas.height / block)
  const planes: SmallCopy['planes'] = [
    new Float32Array(width * height),
    new Float32Array(width * height),
    new Float32Array(width * height),
  ]
  const state = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const sums = sumBlock(canvas, x * block, y * block, block)
      for (const [c, plane] of planes.entries()) plane[at] = (sums[c] as number) / block ** 2
      const [, , , photoPixels = 0, madePixels = 0] = sums
      // The border rarely falls between two blocks, so most of a block decides.
      if (photoPixels + madePixels === block ** 2)
        state[at] = madePixels * 2 > block ** 2 ? made : photo
    }
  }
  return { width, height, planes, state }
}

/** Red, green, blue, and the numbers of photo and made pixels. */
function sumBlock(canvas: Canvas, left: number, top: number, block: number): number[] {
  const sums = [0, 0, 0, 0, 0]
  for (let y = top; y < top + block; y++) {
    for (let at = y * canvas.width + left; at < y * canvas.width + left + block; at++) {
      for (let c = 0; c < 3; c++) {
        sums[c] = (sums[c] as number) + (canvas.pixels[at * 3 + c] as number)
      }
      if (canvas.state[at] === photo) sums[3] = (sums[3] as number) + 1
      if (canvas.state[at] === made) sums[4] = (sums[4] as number) + 1
    }
  }
  return sums
}
