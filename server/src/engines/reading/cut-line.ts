import type { RawImage } from '../decode-image.ts'
import { computeAxes, type TextBox } from './text-box.ts'

/** The height that the recognition model expects. */
export const lineHeight = 48
const maxLineWidth = 3200

/** One line of text, turned upright and scaled to the model's height. */
export interface CutLine {
  pixels: Uint8Array
  width: number
}

/** Cuts a box out of an image. Averages where the image has more pixels than the result. */
export function cutLine(image: RawImage, box: TextBox, isUpsideDown = false): CutLine {
  const { length, thickness } = box
  const width = Math.max(16, Math.min(maxLineWidth, Math.round((lineHeight * length) / thickness)))
  const [along, across] = computeAxes(box.angle + (isUpsideDown ? Math.PI : 0))
  const samples = Math.max(1, Math.min(8, Math.round(thickness / lineHeight)))
  const pixels = new Uint8Array(width * lineHeight * 3)
  const [stepU, stepV] = [length / width, thickness / lineHeight]
  const colour = [0, 0, 0]
  for (let y = 0; y < lineHeight; y++) {
    for (let x = 0; x < width; x++) {
      colour.fill(0)
      for (let sample = 0; sample < samples * samples; sample++) {
        const u = (x + ((sample % samples) + 0.5) / samples) * stepU - length / 2
        const v = (y + (Math.floor(sample / samples) + 0.5) / samples) * stepV - thickness / 2
        addColour(
          image,
          box.centre[0] + along[0] * u + across[0] * v - 0.5,
          box.centre[1] + along[1] * u + across[1] * v - 0.5,
          colour,
        )
      }
      for (let c = 0; c < 3; c++) {
        pixels[(y * width + x) * 3 + c] = Math.round((colour[c] as number) / samples ** 2)
      }
    }
  }
  return { pixels, width }
}

/** Interpolates between four pixels; the border continues outside the image. */
function addColour({ pixels, width, height }: RawImage, x: number, y: number, sum: number[]) {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const [fx, fy] = [x - left, y - top]
  const column = (at: number) => Math.max(0, Math.min(width - 1, at)) * 3
  const row = (at: number) => Math.max(0, Math.min(height - 1, at)) * width * 3
  const [x0, x1, y0, y1] = [column(left), column(left + 1), row(top), row(top + 1)]
  for (let c = 0; c < 3; c++) {
    const above = (pixels[y0 + x0 + c] as number) * (1 - fx) + (pixels[y0 + x1 + c] as number) * fx
    const below = (pixels[y1 + x0 + c] as number) * (1 - fx) + (pixels[y1 + x1 + c] as number) * fx
    sum[c] = (sum[c] as number) + above * (1 - fy) + below * fy
  }
}
