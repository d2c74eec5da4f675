import sharp from 'sharp'
import { decodeImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { imageTypeOf } from '../image-type.ts'
import type { ToolOutcome } from './outcome.ts'

export interface Shrinking {
  maxBytes: number
  longestSide: number
}

/** Formats that everybody can show. */
const common = ['jpeg', 'png', 'webp']
const qualities = [88, 80, 70, 55]
const smallestSide = 320

/**
 * Makes a picture fit into so many bytes and pixels, and keeps to itself where and with what it was
 * taken. One that fits and has nothing to hide stays as it is; any other becomes a JPEG, of lower
 * quality first and then of fewer pixels.
 */
export async function shrink(
  image: Uint8Array,
  { maxBytes, longestSide }: Shrinking,
): Promise<ToolOutcome> {
  const picture = await decodeImage(image, 'image_url')
  const { width, height } = picture
  const type = imageTypeOf(image) ?? ''
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
  throw new EngineError('too_large', 'The picture cannot be made small enough.', {
    field: 'image_url',
  })
}
