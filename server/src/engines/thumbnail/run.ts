import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { decodeImage } from '../decode-image.ts'
import { checkImage } from './image-checks.ts'

export interface ThumbnailRequest {
  imagePath: string
  outputPath: string
  /** Also looks at the image itself. */
  withChecks?: boolean
}

export const longestThumbnailSide = 512

/** Reads an image and creates a thumbnail, in the child process because decoding may fail. */
export async function run({ imagePath, outputPath, withChecks = false }: ThumbnailRequest) {
  const { width, height, channels, pixels } = await decodeImage(
    await readFile(imagePath),
    'image_url',
  )
  await sharp(pixels, { raw: { width, height, channels } })
    .resize(longestThumbnailSide, longestThumbnailSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(outputPath)
  const checks = withChecks ? await checkImage({ width, height, channels, pixels }) : undefined
  return { path: outputPath, width, height, contentType: 'image/webp', ...(checks && { checks }) }
}
