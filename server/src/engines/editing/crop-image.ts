import sharp from 'sharp'
import type { Box } from '../background/foreground.ts'
import { decodeImage } from '../decode-image.ts'
import { encodePicture, type OutputFormat } from './encode-picture.ts'
import type { ToolOutcome } from './outcome.ts'

/** A part of an image, in the given format. */
export async function cropTo(
  imagePath: string,
  crop: Box,
  format: OutputFormat,
): Promise<ToolOutcome> {
  const { warnings, ...picture } = await decodeImage(imagePath, 'image_url')
  const part = sharp(picture.pixels, { raw: picture }).extract(crop)
  const flat = format === 'jpeg' ? part.flatten({ background: '#ffffff' }) : part
  const bytes = await encodePicture(flat, format)
  const { width, height } = crop
  return { bytes, width, height, contentType: `image/${format}`, warnings }
}
