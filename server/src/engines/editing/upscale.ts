import sharp from 'sharp'
import { decodeImage, maxImagePixels } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { encodePicture, type OutputFormat } from './encode-picture.ts'
import type { ToolOutcome } from './outcome.ts'

/**
 * Enlarges an image by Lanczos resampling with mild sharpening. It invents no detail: the result
 * looks like zooming in with a good viewer, and the warning says so.
 */
export async function upscale(
  image: Uint8Array,
  factor: number,
  format: OutputFormat = 'png',
): Promise<ToolOutcome> {
  if (!(factor >= 2 && factor <= 4)) {
    throw new EngineError('bad_factor', 'The factor must be a number from 2 to 4.', {
      field: 'factor',
    })
  }
  const picture = await decodeImage(image, 'image_url')
  const width = Math.round(picture.width * factor)
  const height = Math.round(picture.height * factor)
  if (width * height > maxImagePixels) {
    throw new EngineError(
      'result_too_large',
      `The result would have ${width} × ${height} pixels; the maximum is ${maxImagePixels / 1e6} megapixels.`,
      { field: 'factor' },
    )
  }
  const larger = sharp(picture.pixels, { raw: picture })
    .resize(width, height, { kernel: 'lanczos3', fit: 'fill' })
    // Sigma grows with the factor because the softness does. `m1: 0` leaves flat areas and noise
    // alone.
    .sharpen({ sigma: 0.5 * factor, m1: 0, m2: 1.5 })
  const flat = format === 'jpeg' ? larger.flatten({ background: '#ffffff' }) : larger
  const bytes = await encodePicture(flat, format)
  const warnings = ['Enlarged with Lanczos resampling and mild sharpening. No detail was added.']
  return { bytes, width, height, contentType: `image/${format}`, warnings }
}
