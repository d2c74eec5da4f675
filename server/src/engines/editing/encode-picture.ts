import type { Sharp } from 'sharp'

export type OutputFormat = 'png' | 'jpeg' | 'webp' | 'avif' | 'bmp'

/** Encodes an image. `quality` is 1 to 100 and doesn't apply to PNG, which is lossless. */
export async function encodePicture(work: Sharp, format: OutputFormat, quality?: number) {
  if (format === 'png') return work.png({ compressionLevel: 6 }).toBuffer()
  if (format === 'jpeg') return work.jpeg({ quality: quality ?? 85, mozjpeg: true }).toBuffer()
  if (format === 'webp') return work.webp({ quality: quality ?? 82 }).toBuffer()
  if (format === 'bmp') return encodeBmp(work)
  return work.avif({ quality: quality ?? 55, effort: 4 }).toBuffer()
}

const bmpHeaderBytes = 54

/** Uncompressed 24-bit BMP, rows from the bottom up, each padded to four bytes. */
async function encodeBmp(work: Sharp): Promise<Buffer> {
  const { data, info } = await work.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const rowBytes = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(bmpHeaderBytes + rowBytes * height)
  file.write('BM', 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(bmpHeaderBytes, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * channels
      const to = bmpHeaderBytes + (height - 1 - y) * rowBytes + x * 3
      const colour = (at: number) => data[from + (channels < 3 ? 0 : at)] as number
      file.set([colour(2), colour(1), colour(0)], to)
    }
  }
  return file
}
