import { afterAll, expect, test } from 'vitest'
import { expectStatus, useService, useTenant } from '../harness.ts'
import { sample, seed } from '../soak.ts'
import { waitForTask } from '../tool-runs.ts'
import { damageMedia, type HostileFile, hostileMedia } from './test-media.ts'

/**
 * Media files made to hurt the engines. Each is refused or handled, its error is a sentence for people,
 * and no engine takes the service down.
 */
const service = useService()
const mia = useTenant(service)
const files = hostileMedia()

async function upload({ type, bytes }: HostileFile) {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)], { type }), 'media')
  const made = await expectStatus(
    201,
    service.call('POST', '/api/v1/assets/upload', { key: mia.key, body }),
  )
  const read = () =>
    expectStatus(200, service.call('GET', `/api/v1/assets/${made.id}`, { key: mia.key }))
  await expect.poll(async () => (await read()).status).toBeGreaterThan(1)
  return read()
}

/** Converts and transcribes what the inspection let through, and returns the errors. */
async function useAsset({ id, asset_type }: { id: string; asset_type: number }) {
  const submit = (path: string, body: object) =>
    expectStatus(202, service.call('POST', path, { key: mia.key, body }))
  const errors: string[] = []
  if (asset_type === 2) {
    const { task_id } = await submit('/api/v1/service/video-tools/convert-video-format', {
      video_url: id,
      output_format: 'webm',
    })
    const task = await waitForTask(service, mia.key, task_id)
    if (task.status === 'FAILURE') errors.push(task.error)
  }
  const { id: transcription } = await submit('/api/v1/transcription/transcribe', { asset_id: id })
  const read = () =>
    expectStatus(
      200,
      service.call('GET', `/api/v1/transcription/${transcription}`, { key: mia.key }),
    )
  await expect.poll(async () => (await read()).job_status).toMatch(/DONE|FAILED/)
  const { errors: found } = await read()
  return [...errors, ...(found ?? []).map(({ message }: { message: string }) => message)]
}

async function handle(file: HostileFile): Promise<string[]> {
  const asset = await upload(file)
  return asset.status === 4 ? useAsset(asset) : [asset.error]
}

test.each(Object.keys(files))('%s', async (name) => {
  for (const error of await handle(files[name] as HostileFile)) {
    expect(error).toMatch(/^[A-Z].+\.$/s)
    expect(error).not.toMatch(/\/tmp|node_modules|Error:|undefined/)
  }
})

test('damaged files', async () => {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  for (let n = 0; n < sample(12, 2_000); n++) {
    for (const error of await handle(damageMedia(random))) expect(error).toMatch(/^[A-Z].+\.$/s)
  }
})

afterAll(async () => {
  expect((await service.call('GET', '/readyz')).status).toBe(200)
})
