import { beforeEach, describe, expect, test } from 'vitest'
import { readMultipart, sendJson, useFakeEngine } from '../../../test/fake-engine.ts'
import { expectStatus, useService, useTenant } from '../../../test/harness.ts'
import { samplePng } from '../../../test/samples.ts'
import { draw, png } from '../../../test/scenes.ts'
import { dataUrl, downloadPixels, waitForTask } from '../../../test/tool-runs.ts'
import { nearestSize, sizeOfRatio } from '../../engines/image-generation/image-size.ts'

const service = useService()
const server = useFakeEngine()
const mia = useTenant(service, beforeEach)
const eve = useTenant(service)
const base = '/api/v1/service/ai-image'
const sample = dataUrl(samplePng)

const post = (path: string, body: object) => service.call('POST', path, { key: mia.key, body })
const get = (path: string, key = mia.key) => service.call('GET', path, { key })
const connect = async (body: object, purpose = 'images') => {
  const path = `/api/v1/engines/${purpose}`
  await expectStatus(200, service.call('PUT', path, { key: mia.key, body }))
}
const red = async () => Buffer.from(await png(draw(64, 48, () => [200, 10, 20]))).toString('base64')
const generate = (parameters: object, more: object = {}) =>
  post(`${base}/generate`, { parameters: { prompt: 'a red field', ...parameters }, ...more })

test('422 without an engine, for every operation that follows a prompt', async () => {
  const tools = '/api/v1/service/image-tools'
  const calls: [string, object][] = [
    [`${base}/generate`, { parameters: { prompt: 'x' } }],
    ['/api/v1/ai/image/ai-generate-image-v2', { parameters: { prompt: 'x' } }],
    [`${tools}/magic-inpaint`, { image_url: sample, prompt: 'x' }],
    [`${tools}/pix-to-pix`, { image_url: sample, prompt: 'x' }],
    [`${tools}/sd-scrible`, { image: sample, prompt: 'x' }],
  ]
  for (const [path, body] of calls) {
    const answer = await post(path, body)
    expect([path, answer.status, answer.body.code]).toEqual([path, 422, 'engine_needed'])
    expect(answer.body.detail).toMatch(
      /openai, automatic1111, replicate.*\/api\/v1\/engines\/images/,
    )
  }
  expect((await get(`${base}/models`)).body).toEqual({ count: 0, results: [] })
})

describe('OpenAI', () => {
  beforeEach(async () => {
    await connect({ kind: 'openai', base_url: server.url, model: 'gpt-image-1', api_key: 'sk-x' })
    server.reply = async (_, response) =>
      sendJson(response, 200, { data: [{ b64_json: await red() }] })
  })

  test('generates, and the status shows the images', async () => {
    const asked = { aspect_ratio: '16:9', count: 1, seed: 7 }
    const { status, body } = await generate(asked, { model: 'flux' })
    expect([status, body.id]).toEqual([202, body.task_id])
    const task = await waitForTask(service, mia.key, body.task_id)
    expect(task.status, task.error).toBe('SUCCESS')
    expect(server.received[0]?.path).toBe('/v1/images/generations')
    expect(JSON.parse(String(server.received[0]?.body))).toEqual({
      ...{ model: 'gpt-image-1', prompt: 'a red field', n: 1, size: '1536x1024' },
    })
    expect(task.result.warnings.join()).toMatch(/flux is not connected.*seed/)
    const { body: read } = await get(`${base}/status/${body.id}`)
    expect(read).toMatchObject({ job_status: 'DONE', images: [{ url: expect.any(String) }] })
    const { data } = await downloadPixels(service, read.images[0].url)
    expect([...data.subarray(0, 3)]).toEqual([200, 10, 20])
    expect((await get(`${base}/status/${body.id}`, eve.key)).status).toBe(404)
    expect((await get(`${base}/models?capability=multiple_images`)).body.count).toBe(1)
    expect((await get(`${base}/models?model_id=other`)).body.count).toBe(0)
  })

  test('references are edited; transient results are links', async () => {
    const two = { reference_images: [sample, sample] }
    expect((await generate({}, { capability: 'reference_image' })).status).toBe(400)
    const { body } = await post('/api/v1/ai/image/ai-generate-image-v2', {
      parameters: { prompt: 'both', ...two },
      ...{ capability: 'multiple_images', storage: 'transient' },
    })
    const task = await waitForTask(service, mia.key, body.task_id)
    expect(server.received[0]?.path).toBe('/v1/images/edits')
    expect(readMultipart(server.received[0] as never)['image[]']?.content.length).toBeGreaterThan(0)
    expect(task.info.result).toEqual([expect.stringMatching(/^http/)])
    const { body: read } = await get(`${base}/status/${body.task_id}`)
    expect(read.images).toEqual([{ url: expect.stringMatching(/^http/) }])
  })

  test('a reference that is no image is a FAILURE that names it', async () => {
    const text = dataUrl(Buffer.from('no image'))
    const { body } = await generate({ reference_images: [text] }, { capability: 'reference_image' })
    const task = await waitForTask(service, mia.key, body.task_id)
    expect([task.status, task.info.errors[0].field]).toEqual([
      ...['FAILURE', 'parameters.reference_images.0'],
    ])
    expect(server.received).toEqual([])
  })

  test('a refusal is a FAILURE with a code and nothing of the key', async () => {
    server.reply = (_, response) =>
      sendJson(response, 400, { error: { message: 'rejected by our content policy' } })
    const { body } = await generate({})
    await waitForTask(service, mia.key, body.task_id)
    const { body: read, text } = await get(`${base}/status/${body.id}`)
    expect(read).toMatchObject({
      ...{ job_status: 'FAILED', images: [], errors: { detail: { code: 'content_refused' } } },
    })
    expect(text).not.toContain('sk-x')
  })
})

test('AUTOMATIC1111 that paints also generates; a sketch goes to img2img', async () => {
  await connect({ kind: 'automatic1111', base_url: server.url }, 'outpainting')
  server.reply = async (_, response) => sendJson(response, 200, { images: [await red()] })
  const first = await generate({ negative_prompt: 'blue' })
  await waitForTask(service, mia.key, first.body.task_id)
  const body = { image: sample, prompt: 'a castle', steps: 12, image_resolution: 512 }
  const second = await post('/api/v1/service/image-tools/sd-scrible', body)
  const task = await waitForTask(service, mia.key, second.body.task_id)
  expect(task.status, task.error).toBe('SUCCESS')
  expect(server.received.map(({ path }) => path)).toEqual([
    ...['/sdapi/v1/txt2img', '/sdapi/v1/img2img'],
  ])
  const [text, image] = server.received.map((one) => JSON.parse(String(one.body)))
  expect(text).toMatchObject({ negative_prompt: 'blue', width: 1024, height: 1024 })
  expect(image).toMatchObject({ steps: 12, width: 512, denoising_strength: 0.85 })
})

test('Replicate: a prediction with the image', async () => {
  await connect({ kind: 'replicate', base_url: server.url, model: 'abc', api_key: 'r8' })
  server.reply = async (_, response) =>
    sendJson(response, 201, {
      ...{ id: 'p1', status: 'succeeded', output: [`data:image/png;base64,${await red()}`] },
    })
  const body = { image_url: sample, prompt: 'winter', image_guidance_scale: 3 }
  const { body: submitted } = await post('/api/v1/service/image-tools/pix-to-pix', body)
  const task = await waitForTask(service, mia.key, submitted.task_id)
  expect(task.status, task.error).toBe('SUCCESS')
  const { input } = JSON.parse(String(server.received[0]?.body))
  expect(input).toMatchObject({ prompt: 'winter', prompt_strength: 0.5, num_outputs: 1 })
  expect(input.image).toMatch(/^data:image\/png/)
})

test('restore-image needs no engine: less noise, larger, and it says what it did', async () => {
  const noisy = await png(
    draw(80, 60, (x, y) => {
      const noise = ((x * 7 + y * 13) % 5) * 6
      return [90 + noise, 120 + noise, 100 + noise]
    }),
  )
  const path = '/api/v1/service/image-tools/restore-image'
  const { body } = await post(path, { image_url: dataUrl(noisy), scale: 2 })
  const task = await waitForTask(service, mia.key, body.task_id)
  expect(task.status, task.error).toBe('SUCCESS')
  expect(task.result.result[0]).toMatchObject({ width: 160, height: 120 })
  expect(task.result.warnings[0]).toMatch(/No detail was added/)
})

test('sizes', () => {
  expect(sizeOfRatio('16:9')).toEqual({ width: 1344, height: 768 })
  expect(sizeOfRatio('0:0')).toEqual({ width: 1024, height: 1024 })
  const sizes = [sizeOfRatio('1:1'), sizeOfRatio('3:2')]
  expect(nearestSize({ width: 1900, height: 1000 }, sizes)).toEqual(sizes[1])
})
