import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { decodeImage } from '../decode-image.ts'

export interface ThumbnailJob {
  imagePath: string
  outputPath: string
}

export const longestThumbnailSide = 512

/** Reads an image and creates a thumbnail, in the child process because decoding may fail. */
export async function run({ imagePath, outputPath }: ThumbnailJob) {
  const { width, height, channels, pixels } = await decodeImage(
    await readFile(imagePath),
    'image_url',
  )
  await sharp(pixels, { raw: { width, height, channels } })
    .resize(longestThumbnailSide, longestThumbnailSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(outputPath)
  return { width, height, contentType: 'image/webp' }
}
