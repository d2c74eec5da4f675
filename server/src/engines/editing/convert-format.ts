import sharp from 'sharp'
import { forSharp, hexColour } from '../colour.ts'
import { decodeImage } from '../decode-image.ts'
import { EngineError } from '../engine-error.ts'
import { encodePicture, type OutputFormat } from './encode-picture.ts'
import type { ToolOutcome } from './outcome.ts'

export interface Conversion {
  format: OutputFormat
  /** 1 to 100; for jpeg, webp and avif. */
  quality?: number
  /** Fill colour for transparent parts. Needed for jpeg, where it defaults to white. */
  background?: string
}

/** Converts an image to another format, upright and in sRGB, without its metadata. */
export async function convertFormat(
  image: Uint8Array,
  conversion: Conversion,
): Promise<ToolOutcome> {
  const { format, quality, background } = conversion
  if (quality !== undefined && !(Number.isInteger(quality) && quality >= 1 && quality <= 100)) {
    throw new EngineError('bad_quality', 'The quality must be a whole number from 1 to 100.', {
      field: 'quality',
    })
  }
  const picture = await decodeImage(image, 'image_url')
  const { width, height } = picture
  const warnings: string[] = []
  let work = sharp(picture.pixels, { raw: picture })
  const losesAlpha = (format === 'jpeg' || format === 'bmp') && picture.channels === 4
  if (background !== undefined || losesAlpha) {
    work = work.flatten({
      background: forSharp(hexColour(background ?? '#ffffff', 'background_color')),
    })
  }
  if (losesAlpha && background === undefined) {
    warnings.push(`${format.toUpperCase()} has no transparency: transparent parts became white.`)
  }
  if (format === 'png' && quality !== undefined) {
    warnings.push('PNG is lossless, so the quality was ignored.')
  }
  const bytes = await encodePicture(work, format, quality)
  return { bytes, width, height, contentType: `image/${format}`, warnings }
}
