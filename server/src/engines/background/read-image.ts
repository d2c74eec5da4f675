import { open } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { EngineError } from '../engine-error.ts'
import { imageType } from './image-type.ts'

// No picture is read twice: what libvips would remember only takes memory.
sharp.cache(false)

/** Decoded, upright, sRGB, eight bits; three channels, or four where the file had transparency. */
export interface Picture {
  data: Uint8Array
  width: number
  height: number
  channels: 3 | 4
  warnings: string[]
}

export const maxPixels = 40_000_000

/** An image of one pixel's height cannot be a photo of something, and divides badly. */
const minSide = 2

export async function readImage(image: Uint8Array | string): Promise<Picture> {
  if (!imageType(await firstBytes(image))) {
    throw new EngineError(
      'image_type_not_supported',
      'The file is not a PNG, JPEG, WebP, GIF, TIFF or AVIF picture',
    )
  }
  try {
    // Only the first page of an animation or of a stack of scans is ever read.
    const source = sharp(image, { limitInputPixels: maxPixels, failOn: 'error', page: 0, pages: 1 })
    const facts = await source.metadata()
    checkSize(facts)
    const picture = await decode(source)
    return { ...picture, warnings: warningsAbout(facts) }
  } catch (error) {
    throw error instanceof EngineError ? error : unreadable(error)
  }
}

async function firstBytes(image: Uint8Array | string): Promise<Uint8Array> {
  if (typeof image !== 'string') return image.subarray(0, 48)
  await using handle = await open(image)
  const { buffer, bytesRead } = await handle.read(new Uint8Array(48), 0, 48, 0)
  return buffer.subarray(0, bytesRead)
}

function checkSize({ width, height }: Metadata): void {
  if (width * height > maxPixels) throw tooLarge()
  if (width < minSide || height < minSide) {
    throw new EngineError('image_empty', 'The picture is too small to have a subject')
  }
}

async function decode(source: Sharp): Promise<Omit<Picture, 'warnings'>> {
  const { data, info } = await source
    .autoOrient()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  if (channels !== 3 && channels !== 4) {
    throw new EngineError('image_unreadable', 'The picture has an unusual number of channels')
  }
  return { data, width, height, channels }
}

function warningsAbout({ pages, format }: Metadata): string[] {
  if ((pages ?? 1) <= 1) return []
  return [format === 'tiff' ? 'only the first page was used' : 'only the first frame was used']
}

function unreadable(error: unknown): EngineError {
  if (/pixel limit/i.test(String(error))) return tooLarge()
  return new EngineError('image_unreadable', 'The picture is damaged or incomplete', {
    cause: error,
  })
}

function tooLarge(): EngineError {
  return new EngineError('image_too_large', 'The picture has more than 40 megapixels')
}
