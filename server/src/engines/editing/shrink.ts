import sharp from 'sharp'
import { decodeImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { detectImageType } from '../image-type.ts'
import type { ToolOutcome } from './outcome.ts'

export interface ShrinkLimits {
  maxBytes: number
  longestSide: number
}

/** Formats that every client can display. */
const common = ['jpeg', 'png', 'webp']
const qualities = [88, 80, 70, 55]
const smallestSide = 320

/**
 * Fits an image into a byte and pixel limit and removes its EXIF data (location, camera). An image
 * that already fits and has no EXIF data stays unchanged. Any other becomes a JPEG, first with
 * lower quality and then with fewer pixels.
 */
export async function shrink(
  image: Uint8Array,
  { maxBytes, longestSide }: ShrinkLimits,
): Promise<ToolOutcome> {
  const picture = await decodeImage(image, 'image_url')
  const { width, height } = picture
  const type = detectImageType(image) ?? ''
  const fits = image.length <= maxBytes && Math.max(width, height) <= longestSide
  const { exif } = await sharp(image).metadata()
  if (fits && common.includes(type) && exif === undefined) {
    return { bytes: image, width, height, contentType: `image/${type}`, warnings: [] }
  }
  const smallest = Math.min(smallestSide, longestSide)
  for (let side = longestSide; side >= smallest; side = Math.floor(side * 0.7)) {
    for (const quality of qualities) {
      const { data, info } = await sharp(picture.pixels, { raw: picture })
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality })
        .toBuffer({ resolveWithObject: true })
      if (data.length > maxBytes) continue
      const { width, height } = info
      return { bytes: data, width, height, contentType: 'image/jpeg', warnings: [] }
    }
  }
  throw new EngineError('too_large', 'The image cannot be made small enough.', {
    field: 'image_url',
  })
}
