import sharp from 'sharp'
import { expect } from 'vitest'
import type { Harness } from './harness.ts'

export const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/** Submits a job to an image tool and waits for the task to end. */
export async function runTool(service: Harness, key: string, tool: string, body: object) {
  const submitted = await service.call('POST', `/api/v1/tools/${tool}`, { key, body })
  expect([submitted.status, submitted.text]).toEqual([202, expect.stringContaining('task_id')])
  return endOf(service, key, submitted.body.task_id)
}

export async function endOf(service: Harness, key: string, taskId: string) {
  const path = `/api/v1/tasks/${taskId}`
  let task = await service.call('GET', path, { key })
  await expect
    .poll(
      async () => {
        task = await service.call('GET', path, { key })
        return ['SUCCESS', 'FAILURE'].includes(task.body.status)
      },
      { interval: 60 },
    )
    .toBe(true)
  return task.body
}

/** Downloads the file behind a link from the service. */
export async function fileOf(service: Harness, url: string): Promise<Buffer> {
  const { pathname, search } = new URL(url)
  const { rawPayload } = await service.app.inject({ method: 'GET', url: pathname + search })
  return rawPayload
}

export async function pixelsAt(service: Harness, url: string) {
  return sharp(await fileOf(service, url))
    .raw()
    .toBuffer({ resolveWithObject: true })
}
