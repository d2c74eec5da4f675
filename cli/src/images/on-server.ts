import { readFile } from 'node:fs/promises'
import { type Atelier, filesOf, type SubmittedTask } from '@atelier/sdk/src/index.ts'
import { fileFrom } from '@atelier/sdk/src/node.ts'
import { followTask } from '../client/follow-work.ts'
import type { ImageWorker, OnProgress, WorkerResult } from './image-worker.ts'
import { readSides } from './read-sides.ts'

const storage = 'transient' as const

/** The same on a server: images are sent inside the request, results are kept there for a day. */
export function onServer(client: Atelier): ImageWorker {
  return {
    removeBackground: async (job, onProgress) => {
      const submitted = client.images.removeBackground({
        image_url: await dataUrl(job.imagePath),
        magic_crop: job.crop,
        ...(job.background !== undefined && { background_color: job.background }),
        output_format: job.format,
        storage,
      })
      return resultOf(client, await submitted, onProgress)
    },
    outpaint: async (job, onProgress) => {
      const picture = await pictureFor(client, job.imagePath, job.extend?.includes('%') ?? false)
      try {
        const submitted = client.images.outpaint({
          image_url: picture.image_url,
          ...(job.maskPath !== undefined && { mask_url: await dataUrl(job.maskPath) }),
          ...(job.extend !== undefined && { extend: readSides(job.extend, picture) }),
          ...(job.aspectRatio !== undefined && { aspect_ratio: job.aspectRatio }),
          prompt: job.prompt ?? 'Continue the image naturally',
          count: job.count,
          ...(job.seed !== undefined && { seed: job.seed }),
          storage,
        })
        return await resultOf(client, await submitted, onProgress)
      } finally {
        await picture.remove()
      }
    },
    close: async () => {},
  }
}

async function resultOf(
  client: Atelier,
  { task_id }: SubmittedTask,
  onProgress: OnProgress,
): Promise<WorkerResult> {
  const bar = {
    show: (share: number, text: string) => onProgress(share * 100, text),
    end: () => {},
  }
  const task = await followTask(client, task_id, bar)
  const images = []
  for (const { url, width, height, seed } of filesOf(task)) {
    const response = await client.assets.download(url)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const size = { width: width as number, height: height as number }
    images.push({ bytes, ...size, seed: seed as number | undefined })
  }
  const { engine, warnings } = task.info as { engine: { name: string }; warnings: string[] }
  return { images, engine: engine.name, warnings }
}

/** The image as the server accepts it. The server only knows its size once it is an asset. */
async function pictureFor(client: Atelier, path: string, isSizeNeeded: boolean) {
  const nothing = async () => {}
  if (!isSizeNeeded) {
    return { image_url: await dataUrl(path), width: 0, height: 0, remove: nothing }
  }
  const { id } = await client.assets.upload(await fileFrom(path))
  const remove = () => client.assets.delete(id).catch(() => {})
  try {
    const { width, height } = await client.assets.wait(id)
    return { image_url: id, width: width ?? 0, height: height ?? 0, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function dataUrl(path: string): Promise<string> {
  return `data:application/octet-stream;base64,${(await readFile(path)).toString('base64')}`
}
