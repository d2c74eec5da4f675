import sharp from 'sharp'
import type { Box } from '../background/foreground.ts'
import { decodeImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { encodePicture } from './encode-picture.ts'
import type { ToolOutcome } from './outcome.ts'
import type { Length } from './plan-placement.ts'

/** Two opposite corners. Shares are of the image. */
export type Region = readonly [left: Length, top: Length, right: Length, bottom: Length]

/** A part of an image as PNG, and where it was. Width and height are those of the whole image. */
export async function extractRegion(
  image: Uint8Array,
  region: Region,
): Promise<ToolOutcome & { foreground: Box }> {
  const picture = await decodeImage(image, 'image_url')
  const { width, height } = picture
  const [left, top, right, bottom] = region.map((length, index) => {
    const side = index % 2 === 0 ? width : height
    const at = 'pixels' in length ? length.pixels : length.share * side
    return Math.max(0, Math.min(side, Math.round(at)))
  }) as [number, number, number, number]
  if (right - left < 2 || bottom - top < 2) {
    throw new EngineError('bad_region', 'The region of interest is outside the image or empty.', {
      field: 'roi',
    })
  }
  const box = { left, top, width: right - left, height: bottom - top }
  const bytes = await encodePicture(sharp(picture.pixels, { raw: picture }).extract(box), 'png')
  return { bytes, width, height, contentType: 'image/png', warnings: [], foreground: box }
}
