import sharp from 'sharp'
import type { RawImage } from '../decode-image.ts'
import type { CanvasPlan } from './plan-canvas.ts'

/**
 * Puts the kept pixels of the image over the generated ones (RGB, canvas size) and encodes the
 * result as PNG. This is the last step for every engine, so pixels that the mask keeps come out bit
 * for bit, including their transparency.
 */
export async function encodeResult(
  generated: Uint8Array,
  image: RawImage,
  plan: CanvasPlan,
): Promise<Uint8Array> {
  const { width, height } = plan
  const { channels } = image
  const pixels = channels === 3 ? generated : opaque(generated)
  for (let y = 0; y < image.height; y++) {
    let from = y * image.width * channels
    let at = (y + plan.top) * width + plan.left
    for (let x = 0; x < image.width; x++, from += channels, at++) {
      if (plan.mask[at] !== 0) continue
      for (let c = 0; c < channels; c++)
        pixels[at * channels + c] = image.pixels[from + c] as number
    }
  }
  const png = sharp(pixels, { raw: { width, height, channels } }).png({ compressionLevel: 6 })
  return new Uint8Array(await png.toBuffer())
}

function opaque(rgb: Uint8Array): Uint8Array {
  const pixels = new Uint8Array((rgb.length / 3) * 4).fill(255)
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    pixels[to] = rgb[from] as number
    pixels[to + 1] = rgb[from + 1] as number
    pixels[to + 2] = rgb[from + 2] as number
  }
  return pixels
}
