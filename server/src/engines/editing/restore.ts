import sharp from 'sharp'
import { decodeImage, maxImagePixels, type RawImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { brightness } from './brightness.ts'
import { encodePicture, type OutputFormat } from './encode-picture.ts'
import type { ToolOutcome } from './outcome.ts'
import { reduceNoise } from './reduce-noise.ts'

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
  const { width: across, height: down, channels } = picture
  const smooth = reduceNoise(picture)
  const pixels = stretchContrast({ ...picture, pixels: smooth })
  const work = sharp(pixels, { raw: { width: across, height: down, channels } })
    .resize(width, height, { kernel: 'lanczos3', fit: 'fill' })
    .sharpen({ sigma: 0.6 * scale + 0.2, m1: 0, m2: 1.5 })
  const flat = format === 'jpeg' ? work.flatten({ background: '#ffffff' }) : work
  const cleaned = smooth === picture.pixels ? 'Contrast' : 'Noise was reduced, and contrast'
  const warnings = [
    `${cleaned} and sharpness were raised. No detail was added: scratches and missing parts stay.`,
  ]
  const bytes = await encodePicture(flat, format)
  return { bytes, width, height, contentType: `image/${format}`, warnings }
}

/** This share of the darkest and of the brightest pixels may be clipped: little, because text is. */
const clippedShare = 0.001
/** More would turn fog into posters. */
const maxGain = 3

/** Stretches faded brightness to the full range. All channels alike, so colours keep their hue. */
export function stretchContrast({ channels, pixels }: RawImage): Uint8Array {
  const counts = new Uint32Array(256)
  for (let at = 0; at < pixels.length; at += channels) {
    const level = Math.round(brightness(pixels, at))
    counts[level] = (counts[level] ?? 0) + 1
  }
  const clipped = (pixels.length / channels) * clippedShare
  const low = levelAfter(counts, clipped)
  const high = 255 - levelAfter(counts.toReversed(), clipped)
  const gain = Math.min(maxGain, 255 / Math.max(1, high - low))
  const middle = (low + high) / 2
  return pixels.map((value, at) =>
    channels === 4 && at % 4 === 3
      ? value
      : Math.max(
          0,
          Math.min(255, Math.round((value - middle) * gain + computeTarget(middle, gain))),
        ),
  )
}

/** The middle of the range goes to the middle; if the gain is limited, it moves only in part. */
function computeTarget(middle: number, gain: number): number {
  return gain < maxGain ? 127.5 : middle
}

function levelAfter(counts: Uint32Array, pixels: number): number {
  let seen = 0
  return Math.max(
    0,
    counts.findIndex((count) => {
      seen += count
      return seen > pixels
    }),
  )
}
