import sharp, { type Sharp } from 'sharp'
import type { RawImage } from '../decode-image.ts'

/** Lanczos resampling with mild sharpening: like zooming in with a good viewer. */
export function resample(
  image: RawImage,
  { width, height }: { width: number; height: number },
): Sharp {
  const factor = width / image.width
  return (
    sharp(image.pixels, { raw: image })
      .resize(width, height, { kernel: 'lanczos3', fit: 'fill' })
      // Sigma grows with the factor because the softness does. `m1: 0` leaves flat areas and noise
      // alone.
      .sharpen({ sigma: Math.min(10, 0.5 * factor), m1: 0, m2: 1.5 })
  )
}
