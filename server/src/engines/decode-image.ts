import sharp from 'sharp'
import { EngineError } from './engine-error.ts'
import { requireImageType } from './image-type.ts'

/** 8-bit sRGB pixels, row by row, upright. */
export interface RawImage {
  width: number
  height: number
  channels: 3 | 4
  pixels: Uint8Array
}

export const maxImagePixels = 40_000_000

/**
 * Reads a picture as a viewer would show it: EXIF orientation applied, colours converted to sRGB,
 * 16 bits cut to 8, the first frame of an animation. An alpha channel that hides nothing is dropped.
 */
export async function decodeImage(
  bytes: Uint8Array,
  field: string,
  maxPixels: number = maxImagePixels,
): Promise<RawImage> {
  await requireReadableSize(bytes, field, maxPixels)
  try {
    const { data, info } = await open(bytes, maxPixels)
      .autoOrient()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    if (info.channels !== 3 && info.channels !== 4) throw new Error(`${info.channels} channels`)
    const image: RawImage = {
      width: info.width,
      height: info.height,
      channels: info.channels,
      pixels: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    }
    return isOpaque(image) ? withoutAlpha(image) : image
  } catch (cause) {
    throw unreadable(field, cause)
  }
}

async function requireReadableSize(bytes: Uint8Array, field: string, maxPixels: number) {
  requireImageType(bytes, field)
  const { width, height } = await sizeOf(bytes, field)
  if (width * height <= maxPixels) return
  throw new EngineError(
    'image_too_large',
    `The picture has ${width} × ${height} pixels; at most ${maxPixels / 1e6} megapixels are taken.`,
    { field },
  )
}

async function sizeOf(bytes: Uint8Array, field: string) {
  try {
    // Only the header is read here, so the size can be told in the error, whatever it is.
    const { width, height } = await open(bytes, false).metadata()
    return { width, height }
  } catch (cause) {
    throw unreadable(field, cause)
  }
}

function open(bytes: Uint8Array, limitInputPixels: number | false) {
  return sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1 })
}

function unreadable(field: string, cause: unknown) {
  return new EngineError('image_unreadable', 'The picture is damaged or cut off.', { field, cause })
}

function isOpaque(image: RawImage): boolean {
  if (image.channels === 3) return false
  for (let i = 3; i < image.pixels.length; i += 4) if (image.pixels[i] !== 255) return false
  return true
}

function withoutAlpha(image: RawImage): RawImage {
  const pixels = new Uint8Array(image.width * image.height * 3)
  for (let from = 0, to = 0; from < image.pixels.length; from += 4, to += 3) {
    pixels[to] = image.pixels[from] as number
    pixels[to + 1] = image.pixels[from + 1] as number
    pixels[to + 2] = image.pixels[from + 2] as number
  }
  return { ...image, channels: 3, pixels }
}
