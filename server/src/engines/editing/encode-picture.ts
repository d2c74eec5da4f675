import type { Sharp } from 'sharp'

export type OutputFormat = 'png' | 'jpeg' | 'webp' | 'avif'

/** Encodes an image. `quality` is 1 to 100 and doesn't apply to PNG, which is lossless. */
export function encodePicture(work: Sharp, format: OutputFormat, quality?: number) {
  if (format === 'png') return work.png({ compressionLevel: 6 }).toBuffer()
  if (format === 'jpeg') return work.jpeg({ quality: quality ?? 85, mozjpeg: true }).toBuffer()
  if (format === 'webp') return work.webp({ quality: quality ?? 82 }).toBuffer()
  return work.avif({ quality: quality ?? 55, effort: 4 }).toBuffer()
}
