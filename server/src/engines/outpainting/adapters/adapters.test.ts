import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readMultipart, sendJson } from '../../../../test/fake-engine.ts'
import { readPixels } from '../../../../test/scenes.ts'
import type { RawImage } from '../../decode-image.ts'
import { createEngine } from './create-engine.ts'
import {
  base64,
  context,
  createRequest,
  expectResult,
  plainPng,
  red,
  scene,
  useAdapters,
} from './test-adapters.ts'

const { server, configOf } = useAdapters()
const blue = plainPng(96, 48, [10, 20, 200])

/** Checks the predictable part: the photo where it is kept, its edge repeated next to it. */
function expectDrawn(image: RawImage): void {
  expect(image).toMatchObject({ width: 96, height: 48, channels: 3 })
  for (let y = 0; y < 48; y++) {
    for (const x of [0, 30, 63, 64, 80, 95]) {
      const from = (y * 64 + Math.min(x, 63)) * 3
      const at = (y * 96 + x) * 3
      expect([...image.pixels.subarray(at, at + 3)]).toEqual([
        ...scene.pixels.subarray(from, from + 3),
      ])
    }
  }
}

async function readGrey(bytes: Uint8Array): Promise<number[]> {
  return [...(await sharp(bytes).extractChannel(0).raw().toBuffer())]
}

const whiteFrom64 = Array.from({ length: 96 * 48 }, (_, i) => (i % 96 >= 64 ? 255 : 0))

describe('OpenAI-compatible edits', () => {
  test('what is sent, byte by byte', async () => {
    server.reply = async (_, response) =>
      sendJson(response, 200, {
        data: [{ b64_json: await base64(red) }, { b64_json: await base64(blue) }],
      })
    const outcome = await createEngine(configOf('openai')).outpaint(await createRequest(), context)

    const [sent] = server.received
    expect(server.received).toHaveLength(1)
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/images/edits' })
    expect(sent?.headers.authorization).toBe('Bearer sk-canary')
    const parts = readMultipart(sent as (typeof server.received)[0])
    expect(Object.keys(parts)).toEqual(['model', 'prompt', 'n', 'size', 'image', 'mask'])
    const texts = ['model', 'prompt', 'n', 'size'].map((name) => parts[name]?.content.toString())
    expect(texts).toEqual(['gpt-image-1', 'a green hill', '2', '96x48'])
    expect(parts.model?.headers).toBe('Content-Disposition: form-data; name="model"')
    expect(parts.mask?.headers).toBe(
      'Content-Disposition: form-data; name="mask"; filename="mask.png"\r\nContent-Type: image/png',
    )
    expectDrawn(await readPixels(parts.image?.content as Buffer))
    const mask = await readPixels(parts.mask?.content as Buffer)
    expect(mask).toMatchObject({ width: 96, height: 48, channels: 4 })
    const alpha = whiteFrom64.map((_, i) => mask.pixels[i * 4 + 3])
    expect(alpha).toEqual(whiteFrom64.map((value) => 255 - value))

    expect(outcome.results).toHaveLength(2)
    await expectResult(outcome.results[0]?.bytes, [200, 10, 20])
    await expectResult(outcome.results[1]?.bytes, [10, 20, 200])
    expect(outcome.engine).toEqual({ name: 'openai', version: 'gpt-image-1', promptApplied: true })
    expect(outcome.warnings).toEqual([])
  })

  test('unsupported options become a warning and are not sent', async () => {
    server.reply = async (_, response) =>
      sendJson(response, 200, { data: [{ b64_json: await base64(red) }] })
    const job = await createRequest({ negativePrompt: 'cows', guidanceScale: 9, seed: 3, count: 1 })
    const outcome = await createEngine(configOf('openai')).outpaint(job, context)
    expect(outcome.warnings).toEqual([
      expect.stringContaining('negative_prompt'),
      expect.stringContaining('guidance_scale'),
      expect.stringContaining('seed'),
    ])
    expect(server.received[0]?.body.includes('cows')).toBe(false)
    expect(outcome.results[0]).not.toHaveProperty('seed')
  })

  test('results given as URLs are fetched without the key', async () => {
    server.reply = async ({ path }, response) => {
      if (path === '/files/1.png') response.end(await red)
      else sendJson(response, 200, { data: [{ url: `${server.url}/files/1.png` }] })
    }
    const outcome = await createEngine(configOf('openai')).outpaint(
      await createRequest({ count: 1 }),
      context,
    )
    await expectResult(outcome.results[0]?.bytes, [200, 10, 20])
    expect(server.received[1]).toMatchObject({ method: 'GET', path: '/files/1.png' })
    expect(server.received[1]?.headers.authorization).toBeUndefined()
  })

  test('a canvas of another shape is padded to the nearest size and cropped afterwards', async () => {
    const square = plainPng(64, 64, [7, 200, 7])
    server.reply = async (_, response) =>
      sendJson(response, 200, { data: [{ b64_json: await base64(square) }] })
    const job = await createRequest({ extend: { bottom: 4 }, count: 1 })
    const outcome = await createEngine(configOf('openai')).outpaint(job, context)
    const parts = readMultipart(server.received[0] as (typeof server.received)[0])
    expect(parts.size?.content.toString()).toBe('64x64')
    const mask = await readPixels(parts.mask?.content as Buffer)
    const generatedRows = Array.from({ length: 64 }, (_, y) => mask.pixels[y * 64 * 4 + 3] === 0)
    expect(generatedRows.flatMap((yes, y) => (yes ? [y] : []))).toEqual([54, 55, 56, 57])
    const result = await readPixels(outcome.results[0]?.bytes as Uint8Array)
    expect(result).toMatchObject({ width: 64, height: 52 })
    expect(Buffer.from(result.pixels.subarray(0, scene.pixels.length)).equals(scene.pixels)).toBe(
      true,
    )
    expect([...result.pixels.subarray(-3)]).toEqual([7, 200, 7])
  })
})

describe('AUTOMATIC1111-compatible img2img', () => {
  test('what is sent, field by field', async () => {
    server.reply = async (_, response) =>
      sendJson(response, 200, {
        images: [await base64(red), `data:image/png;base64,${await base64(blue)}`],
        info: JSON.stringify({ all_seeds: [77, 78], index_of_first_image: 0 }),
      })
    const job = await createRequest({ negativePrompt: 'cows', guidanceScale: 9, seed: 77 })
    const user = { name: 'mia', password: 'canary' }
    const outcome = await createEngine(configOf('automatic1111', { user })).outpaint(job, context)

    const [sent] = server.received
    expect(sent).toMatchObject({ method: 'POST', path: '/sdapi/v1/img2img' })
    expect(sent?.headers['content-type']).toBe('application/json')
    expect(sent?.headers.authorization).toBe(
      `Basic ${Buffer.from('mia:canary').toString('base64')}`,
    )
    const { init_images, mask, ...fields } = JSON.parse(sent?.body.toString() ?? '')
    expect(fields).toEqual({
      prompt: 'a green hill',
      negative_prompt: 'cows',
      cfg_scale: 9,
      seed: 77,
      batch_size: 2,
      n_iter: 1,
      width: 96,
      height: 48,
      steps: 30,
      denoising_strength: 1,
      inpainting_fill: 0,
      inpainting_mask_invert: 0,
      inpaint_full_res: false,
      mask_blur: 4,
      resize_mode: 0,
      save_images: false,
      send_images: true,
    })
    expectDrawn(await readPixels(Buffer.from(init_images[0], 'base64')))
    expect(await readGrey(Buffer.from(mask, 'base64'))).toEqual(whiteFrom64)
    expect(outcome.results.map(({ seed }) => seed)).toEqual([77, 78])
    await expectResult(outcome.results[0]?.bytes, [200, 10, 20])
    await expectResult(outcome.results[1]?.bytes, [10, 20, 200])
    expect(outcome.warnings).toEqual([])
  })

  test('picks a seed if none is set, and skips a leading contact sheet', async () => {
    server.reply = async (_, response) =>
      sendJson(response, 200, {
        images: [await base64(blue), await base64(red)],
        info: JSON.stringify({ all_seeds: [5], index_of_first_image: 1 }),
      })
    const outcome = await createEngine(configOf('automatic1111')).outpaint(
      await createRequest({ count: 1 }),
      context,
    )
    expect(JSON.parse(server.received[0]?.body.toString() ?? '')).toMatchObject({ seed: -1 })
    expect(outcome.results[0]?.seed).toBe(5)
    await expectResult(outcome.results[0]?.bytes, [200, 10, 20])
  })
})

describe('Replicate-compatible predictions', () => {
  function predictions(states: object[]) {
    let polls = 0
    server.reply = async ({ path }, response) => {
      if (path.startsWith('/out/'))
        return void response.end(path === '/out/1' ? await red : await blue)
      const state = path.endsWith('/predictions') ? { status: 'starting' } : states[polls++]
      sendJson(response, path.endsWith('/predictions') ? 201 : 200, { id: 'p1', ...state })
    }
  }

  test('created, polled, fetched: what is sent', async () => {
    const output = [`${server.url}/out/1`, `data:image/png;base64,${await base64(blue)}`]
    predictions([{ status: 'processing' }, { status: 'succeeded', output }])
    const job = await createRequest({ negativePrompt: 'cows', guidanceScale: 9, seed: 3 })
    const outcome = await createEngine(configOf('replicate')).outpaint(job, context)

    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/predictions',
      'GET /v1/predictions/p1',
      'GET /v1/predictions/p1',
      'GET /out/1',
    ])
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer r8-canary',
      'Bearer r8-canary',
      'Bearer r8-canary',
      undefined,
    ])
    const { version, input } = JSON.parse(server.received[0]?.body.toString() ?? '')
    const { image, mask, ...fields } = input
    expect(version).toBe('abc123')
    expect(fields).toEqual({
      prompt: 'a green hill',
      negative_prompt: 'cows',
      num_outputs: 2,
      guidance_scale: 9,
      seed: 3,
    })
    const decodeDataUrl = (uri: string) =>
      Buffer.from(uri.replace('data:image/png;base64,', ''), 'base64')
    expectDrawn(await readPixels(decodeDataUrl(image)))
    expect(await readGrey(decodeDataUrl(mask))).toEqual(whiteFrom64)
    await expectResult(outcome.results[0]?.bytes, [200, 10, 20])
    await expectResult(outcome.results[1]?.bytes, [10, 20, 200])
  })

  test('large files are uploaded first; a model by name has its own path', async () => {
    server.reply = async ({ path }, response) => {
      if (path === '/out/1') return void response.end(await red)
      if (path === '/v1/files') {
        return sendJson(response, 201, { urls: { get: `${server.url}/f/1` } })
      }
      sendJson(response, 201, { id: 'p2', status: 'succeeded', output: `${server.url}/out/1` })
    }
    const config = configOf('replicate', { version: 'owner/fill', inlineBytes: 10 })
    await createEngine(config).outpaint(await createRequest({ count: 1 }), context)
    expect(server.received.map(({ path }) => path)).toEqual([
      '/v1/files',
      '/v1/files',
      '/v1/models/owner/fill/predictions',
      '/out/1',
    ])
    const file = readMultipart(server.received[0] as (typeof server.received)[0])
    expectDrawn(await readPixels(file.content?.content as Buffer))
    const { version, input } = JSON.parse(server.received[2]?.body.toString() ?? '')
    expect(version).toBeUndefined()
    expect(input.image).toBe(`${server.url}/f/1`)
  })

  test.each([
    [{ status: 'failed', error: 'CUDA out of memory' }, 'engine_failed', true],
    [{ status: 'failed', error: 'NSFW content detected' }, 'content_refused', false],
    [{ status: 'canceled' }, 'engine_failed', true],
    [{ status: 'succeeded', output: null }, 'engine_bad_answer', true],
  ])('%j', async (state, code, retryable) => {
    predictions([state])
    const running = createEngine(configOf('replicate')).outpaint(await createRequest(), context)
    await expect(running).rejects.toMatchObject({ code, retryable })
  })

  test('a prediction is cancelled when the caller stops waiting', async () => {
    predictions(Array.from({ length: 500 }, () => ({ status: 'processing' })))
    const config = configOf('replicate', { predictionSeconds: 0.05 })
    await expect(
      createEngine(config).outpaint(await createRequest(), context),
    ).rejects.toMatchObject({
      code: 'engine_timeout',
      retryable: true,
    })
    expect(server.received.at(-1)).toMatchObject({
      method: 'POST',
      path: '/v1/predictions/p1/cancel',
    })

    const stop = new AbortController()
    const { reply } = server
    server.reply = (received, response) => {
      if (received.method === 'GET') stop.abort(new Error('enough'))
      return reply(received, response)
    }
    const engine = createEngine(configOf('replicate'))
    await expect(
      engine.outpaint(await createRequest(), { ...context, signal: stop.signal }),
    ).rejects.toThrow('enough')
    expect(server.received.at(-1)?.path).toBe('/v1/predictions/p1/cancel')
  })
})
