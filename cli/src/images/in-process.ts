import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeImage } from '@atelier/server/engines/decode-image.ts'
import { openEnginesHere } from '../engines-here.ts'
import type { ImageWorker } from './image-worker.ts'
import { readSides } from './read-sides.ts'

/** Images without a server. */
export async function inProcess(): Promise<ImageWorker> {
  const { engines, folder, close } = await openEnginesHere()
  return {
    removeBackground: async (job, onProgress) => {
      const outputPath = join(folder, 'result')
      const { width, height, engine, warnings } = await engines.removeBackground(
        {
          imagePath: job.imagePath,
          outputPath,
          magicCrop: job.crop,
          backgroundColor: job.background,
          outputFormat: job.format,
        },
        { onProgress },
      )
      const bytes = await readFile(outputPath)
      return { images: [{ bytes, width, height }], engine: engine.name, warnings }
    },
    outpaint: async (job, onProgress) => {
      const { results, engine, warnings } = await engines.outpaint(
        {
          imagePath: job.imagePath,
          outputPath: join(folder, 'result'),
          count: job.count,
          ...(job.seed !== undefined && { seed: job.seed }),
          ...(job.maskPath !== undefined && { maskPath: job.maskPath }),
          ...(job.extend !== undefined && { extend: await sides(job.extend, job.imagePath) }),
          ...(job.aspectRatio !== undefined && { aspectRatio: job.aspectRatio }),
          ...(job.prompt !== undefined && { prompt: job.prompt }),
        },
        { onProgress },
      )
      const images = []
      for (const { path, width, height, seed } of results) {
        images.push({ bytes: await readFile(path), width, height, seed })
      }
      return { images, engine: engine.name, warnings }
    },
    close,
  }
}

async function sides(text: string, imagePath: string) {
  return readSides(text, await decodeImage(imagePath, 'image'))
}
