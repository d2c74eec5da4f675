import { open } from 'node:fs/promises'
import { EngineError } from './engine-error.ts'

export type ImageType = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif'

/**
 * Detects the image type from the first bytes. A file name or header is only a claim, and sharp may
 * also read SVG and PDF, depending on its build. Only the types listed here are passed to it.
 */
export function detectImageType(bytes: Uint8Array): ImageType | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp'
  if (text(bytes, 0, 6) === 'GIF87a' || text(bytes, 0, 6) === 'GIF89a') return 'gif'
  if (['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(text(bytes, 0, 4))) return 'tiff'
  if (text(bytes, 4, 8) === 'ftyp' && avifBrands(bytes)) return 'avif'
  return undefined
}

/** Checks the first bytes to reject anything that isn't an image before it is decoded. */
export async function requireImage(source: Uint8Array | string, field: string): Promise<void> {
  requireImageType(await firstBytes(source), field)
}

async function firstBytes(source: Uint8Array | string): Promise<Uint8Array> {
  if (typeof source !== 'string') return source
  await using handle = await open(source)
  const { buffer, bytesRead } = await handle.read(new Uint8Array(256), 0, 256, 0)
  return buffer.subarray(0, bytesRead)
}

/** Validates client input. The first 256 bytes are enough. */
export function requireImageType(bytes: Uint8Array, field: string): void {
  if (detectImageType(bytes)) return
  throw new EngineError(
    'unsupported_image_type',
    'The file is not a supported image. Use PNG, JPEG, WebP, GIF, TIFF or AVIF.',
    { field },
  )
}

/** HEIC uses the same box with other brands, and a codec that our sharp build lacks. */
function avifBrands(bytes: Uint8Array): boolean {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  const end = Math.min(size, bytes.length, 256)
  for (let at = 8; at + 4 <= end; at += 4) {
    const brand = text(bytes, at, at + 4)
    if (brand === 'avif' || brand === 'avis') return true
  }
  return false
}

function startsWith(bytes: Uint8Array, start: number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte)
}

function text(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
