import sharp from 'sharp'
import type { RawImage } from '../decode-image.ts'

interface Size {
  width: number
  height: number
}

/** All of it would be sharper, but it also shows what the model got wrong. */
const shareOfDetail = 0.65

/**
 * Resamples an image to a size and adds detail from the model's enlargement: only what disappears
 * when that is reduced to the size of the image. So brightness and shapes stay those of the image,
 * whatever the model makes of them.
 */
export async function addDetail(image: RawImage, large: RawImage, size: Size): Promise<Uint8Array> {
  const enlarged = await resized(large, size)
  const coarse = await resized(await resized(large, image), size)
  const { pixels } = await resized(image, size)
  for (let at = 0; at < pixels.length; at++) {
    const detail = (enlarged.pixels[at] as number) - (coarse.pixels[at] as number)
    const value = (pixels[at] as number) + detail * shareOfDetail
    pixels[at] = value < 0 ? 0 : value > 255 ? 255 : value + 0.5
  }
  return pixels
}

/** The colours of an image, without alpha. */
async function resized(image: RawImage, { width, height }: Size): Promise<RawImage> {
  const pixels = await sharp(image.pixels, { raw: image })
    .removeAlpha()
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer()
  return { width, height, channels: 3, pixels }
}
