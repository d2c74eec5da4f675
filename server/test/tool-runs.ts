import sharp from 'sharp'
import { expectStatus, type Harness } from './harness.ts'
import { until } from './server-client.ts'

export const dataUrl = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/** Submits a job to an image tool and waits for the task to end. */
export async function runTool(service: Harness, key: string, tool: string, body: object) {
  const submitted = service.call('POST', `/api/v1/tools/${tool}`, { key, body })
  return waitForTask(service, key, (await expectStatus(202, submitted)).task_id)
}

export function waitForTask(service: Harness, key: string, taskId: string) {
  return until('the task to end', async () => {
    const { body } = await service.call('GET', `/api/v1/tasks/${taskId}`, { key })
    return ['SUCCESS', 'FAILURE'].includes(body.status) && body
  })
}

/** Downloads the file behind a link from the service. */
export async function downloadFile(service: Harness, url: string): Promise<Buffer> {
  const { pathname, search } = new URL(url)
  const { rawPayload } = await service.app.inject({ method: 'GET', url: pathname + search })
  return rawPayload
}

export async function downloadPixels(service: Harness, url: string) {
  return sharp(await downloadFile(service, url))
    .raw()
    .toBuffer({ resolveWithObject: true })
}
