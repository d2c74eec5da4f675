import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServerRefused } from '../errors.ts'
import { callServer, download, type Target } from '../server-client.ts'
import type { ImageWorker, Made, OnProgress } from './image-worker.ts'

const pollMs = 500

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
  const task = await ended(target, submitted.task_id, onProgress)
  const images = []
  for (const { url, width, height, seed } of task.info.result) {
    images.push({ bytes: await download(url), width, height, seed })
  }
  return { images, engine: task.info.engine.name, warnings: task.info.warnings }
}

async function ended(target: Target, taskId: string, onProgress: OnProgress) {
  for (;;) {
    const task = await callServer(target, 'GET', `/api/v1/tasks/${taskId}`)
    if (task.status === 'SUCCESS') return task
    if (task.status === 'FAILURE') {
      throw new ServerRefused(422, task.info.detail.code, task.error)
    }
    if (task.status === 'REVOKED') throw new ServerRefused(409, 'cancelled', 'It was cancelled.')
    const waiting = task.queue_position > 0 ? `waiting, number ${task.queue_position}` : 'waiting'
    onProgress(task.progress?.percent ?? 0, task.progress?.stage || waiting)
    await sleep(pollMs)
  }
}

async function dataUrl(path: string): Promise<string> {
  return `data:application/octet-stream;base64,${(await readFile(path)).toString('base64')}`
}
