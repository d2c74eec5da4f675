import sharp from 'sharp'
import { decodeImage, maxImagePixels, type RawImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { encodePicture, type OutputFormat } from './encode-picture.ts'
import type { ToolOutcome } from './outcome.ts'

/**
 * Cleans up a photo: removes noise and compression blocks, stretches faded contrast, sharpens, and
 * enlarges. It invents nothing: scratches and missing parts stay.
 */
export async function restore(
  image: Uint8Array,
  scale: number,
  format: OutputFormat = 'png',
): Promise<ToolOutcome> {
  const picture = await decodeImage(image, 'image_url')
  const width = Math.round(picture.width * scale)
  const height = Math.round(picture.height * scale)
  if (width * height > maxImagePixels) {
    const most = maxImagePixels / 1e6
    const message = `The result would have ${width} × ${height} pixels; the maximum is ${most} megapixels.`
    throw new EngineError('result_too_large', message, { field: 'scale' })
  }
  const { pixels, noise } = await removeNoise(picture)
  const { width: across, height: down, channels } = picture
  const work = sharp(pixels, { raw: { width: across, height: down, channels } })
    .normalise({ lower: 0.5, upper: 99.5 })
    .resize(width, height, { kernel: 'lanczos3', fit: 'fill' })
    .sharpen({ sigma: 0.6 * scale + 0.2, m1: 0, m2: 1.5 })
  const flat = format === 'jpeg' ? work.flatten({ background: '#ffffff' }) : work
  const warnings = [
    `Noise of about ${noise.toFixed(1)} levels was reduced, and contrast and sharpness were raised. No detail was added: scratches and missing parts stay.`,
  ]
  const bytes = await encodePicture(flat, format)
  return { bytes, width, height, contentType: `image/${format}`, warnings }
}

/** Differences below this many times the noise are noise. */
const noiseReach = 3
/** Never smooth differences that people see as edges. */
const maxThreshold = 24

/**
 * Replaces each value by the median around it where the two differ no more than noise does. Edges
 * differ more, so they stay as they are.
 */
export async function removeNoise(
  picture: RawImage,
): Promise<{ pixels: Uint8Array; noise: number }> {
  const { width, height, channels, pixels } = picture
  const raw = { width, height, channels }
  const smooth = await sharp(pixels, { raw }).median(3).raw().toBuffer()
  const noise = noiseOf(pixels, smooth)
  const threshold = Math.min(maxThreshold, noiseReach * noise)
  const colours = channels % 2 === 0 ? channels - 1 : channels
  const result = new Uint8Array(pixels)
  for (let at = 0; at < result.length; at++) {
    if (at % channels >= colours) continue
    const value = pixels[at] as number
    const middle = smooth[at] as number
    const share = Math.max(0, 1 - Math.abs(value - middle) / (threshold + 1))
    result[at] = Math.round(value + (middle - value) * Math.min(1, share * 2))
  }
  return { pixels: result, noise }
}

/** From the median of the differences, which edges hardly change. */
export function noiseOf(pixels: Uint8Array, smooth: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (let at = 0; at < pixels.length; at++) {
    const difference = Math.abs((pixels[at] as number) - (smooth[at] as number))
    counts[difference] = (counts[difference] ?? 0) + 1
  }
  let seen = 0
  const middle = counts.findIndex((count) => {
    seen += count
    return seen * 2 > pixels.length
  })
  return middle * 1.4826
}
