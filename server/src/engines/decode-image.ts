import sharp, { type Metadata } from 'sharp'
import { EngineError } from './engine-error.ts'
import { requireImage } from './image-type.ts'

// No image is read twice, so the libvips cache would only waste memory.
sharp.cache(false)

/** 8-bit sRGB pixels, row by row, upright. */
export interface RawImage {
  width: number
  height: number
  channels: 3 | 4
  pixels: Uint8Array
}

export interface DecodedImage extends RawImage {
  /** User-facing sentences about anything that was not read. */
  warnings: string[]
}

export const maxImagePixels = 40_000_000

/**
 * Reads an image, from bytes or a file path, the way a viewer shows it: applies the EXIF
 * orientation, converts to sRGB and 8 bits, and takes the first frame of an animation. Drops an
 * alpha channel that is fully opaque.
 */
export async function decodeImage(
  source: Uint8Array | string,
  field: string,
  maxPixels: number = maxImagePixels,
): Promise<DecodedImage> {
  await requireImage(source, field)
  const facts = await readFacts(source, field)
  requireSize(facts, field, maxPixels)
  try {
    const { data, info } = await opened(source, maxPixels)
      .autoOrient()
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    if (info.channels !== 3 && info.channels !== 4) throw new Error(`${info.channels} channels`)
    const image: DecodedImage = {
      width: info.width,
      height: info.height,
      channels: info.channels,
      pixels: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
      warnings: warningsAbout(facts),
    }
    return isOpaque(image) ? { ...image, ...withoutAlpha(image) } : image
  } catch (cause) {
    throw unreadable(field, cause)
  }
}

async function readFacts(source: Uint8Array | string, field: string): Promise<Metadata> {
  try {
    // Reads only the header, so the error can include the size, however large it is.
    return await opened(source, false).metadata()
  } catch (cause) {
    throw unreadable(field, cause)
  }
}

function requireSize({ width, height }: Metadata, field: string, maxPixels: number): void {
  if (width * height <= maxPixels) return
  throw new EngineError(
    'image_too_large',
    `The image has ${width} × ${height} pixels; the maximum is ${maxPixels / 1e6} megapixels.`,
    { field },
  )
}

function opened(source: Uint8Array | string, limitInputPixels: number | false) {
  return sharp(source, { limitInputPixels, failOn: 'error', page: 0, pages: 1 })
}

function warningsAbout({ pages, format }: Metadata): string[] {
  if ((pages ?? 1) <= 1) return []
  return [format === 'tiff' ? 'only the first page was used' : 'only the first frame was used']
}

function unreadable(field: string, cause: unknown) {
  return new EngineError('image_unreadable', 'The image is damaged or incomplete.', {
    field,
    cause,
  })
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
