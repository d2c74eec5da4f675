import { readFile } from 'node:fs/promises'
import { callServer, download, type Target, untilTaskEnds } from '../server-client.ts'
import type { ImageWorker, Made, OnProgress } from './image-worker.ts'

/** The same by a server: pictures travel inside the request, results are kept there for a day. */
export function onServer(target: Target): ImageWorker {
  return {
    removeBackground: async (job, onProgress) =>
      run(target, 'remove-background', onProgress, {
        image_url: await dataUrl(job.imagePath),
        magic_crop: job.crop,
        ...(job.background !== undefined && { background_color: job.background }),
        output_format: job.format,
      }),
    outpaint: async (job, onProgress) =>
      run(target, 'image-outpainting', onProgress, {
        image_url: await dataUrl(job.imagePath),
        ...(job.maskPath !== undefined && { mask_url: await dataUrl(job.maskPath) }),
        ...(job.extend && { extend: job.extend }),
        ...(job.aspectRatio !== undefined && { aspect_ratio: job.aspectRatio }),
        prompt: job.prompt ?? 'Continue the picture naturally',
        count: job.count,
        ...(job.seed !== undefined && { seed: job.seed }),
      }),
    close: async () => {},
  }
}

async function run(
  target: Target,
  tool: string,
  onProgress: OnProgress,
  body: object,
): Promise<Made> {
  const submitted = await callServer(target, 'POST', `/api/v1/tools/${tool}`, {
    ...body,
    storage: 'transient',
  })
  const task = await untilTaskEnds(target, submitted.task_id, onProgress)
  const images = []
  for (const { url, width, height, seed } of task.info.result) {
    images.push({ bytes: await download(url), width, height, seed })
  }
  return { images, engine: task.info.engine.name, warnings: task.info.warnings }
}

async function dataUrl(path: string): Promise<string> {
  return `data:application/octet-stream;base64,${(await readFile(path)).toString('base64')}`
}
