import OpenAI, { toFile } from 'openai'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendJson, useFakeEngine } from '../../../../test/fake-engine.ts'
import { rememberWork } from '../../../../test/remember-work.ts'
import { isInBall, samplePng, sampleSize } from '../../../../test/samples.ts'
import { catchApiError, readBytes, useOpenAi } from './test-openai.ts'

const { service, clientWith, own } = useOpenAi()

describe('images', () => {
  // The hole and seed of `more-tools.slow.test.ts`, so that the model runs for one of them.
  beforeAll(() => rememberWork(service.deps.engines, { seed: 3 }))

  /** Transparent where the ball is. */
  const hole = async () => {
    const { width, height } = sampleSize
    const pixels = new Uint8Array(width * height * 4).fill(255)
    for (let i = 0; i < width * height; i++) {
      if (isInBall(i % width, Math.floor(i / width), 80)) pixels[i * 4 + 3] = 0
    }
    const mask = sharp(pixels, { raw: { width, height, channels: 4 } }).png()
    return toFile(await mask.toBuffer(), 'mask.png', { type: 'image/png' })
  }
  const photo = () => toFile(samplePng, 'photo.png', { type: 'image/png' })

  test('edit: the transparent part of the mask is generated, the rest is kept', async () => {
    const { data = [] } = await own.client.images.edit({
      model: 'gpt-image-1',
      image: [await photo(), await photo()],
      mask: await hole(),
      prompt: 'stripes',
    })
    const { data: pixels, info } = await sharp(Buffer.from(data[0]?.b64_json ?? '', 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([sampleSize.width, sampleSize.height])
    const before = await sharp(samplePng).raw().toBuffer()
    const pixel = (from: Buffer, x: number, y: number, channels = 3) =>
      [...from.subarray((y * info.width + x) * channels)].slice(0, 3)
    expect(pixel(pixels, 5, 5, info.channels)).toEqual(pixel(before, 5, 5))
    // The ball was red; what continues the stripes is blue.
    const [red = 255, , blue = 0] = pixel(pixels, info.width / 2, info.height / 2, info.channels)
    expect(blue).toBeGreaterThan(red)
  })

  test('edit: as a link, in another format, with the transparency of the image itself', async () => {
    const cut = await sharp(samplePng)
      .composite([{ input: Buffer.from(await (await hole()).arrayBuffer()), blend: 'dest-in' }])
      .png()
      .toBuffer()
    const { data = [] } = await own.client.images.edit({
      model: 'dall-e-2',
      image: await toFile(cut, 'cut.png', { type: 'image/png' }),
      prompt: 'stripes',
      response_format: 'url',
      output_format: 'webp',
    })
    const bytes = await readBytes(await fetch(data[0]?.url ?? ''))
    expect((await sharp(bytes).metadata()).format).toBe('webp')
  })

  test('400 without anything transparent; 413 beyond 30 MB; 422 where no engine can', async () => {
    const edit = own.client.images.edit({ model: 'dall-e-2', image: await photo(), prompt: 'x' })
    const nothing = await catchApiError(edit)
    expect([nothing.status, nothing.code, nothing.param]).toEqual([
      400,
      'nothing_to_generate',
      'mask',
    ])
    const large = await toFile(Buffer.alloc(31 * 1024 ** 2), 'large.png')
    const tooLarge = own.client.images.edit({ model: 'dall-e-2', image: large, prompt: 'x' })
    expect(await catchApiError(tooLarge)).toMatchObject({ status: 413, code: 'body_too_large' })
    const generate = await catchApiError(own.client.images.generate({ prompt: 'A lighthouse' }))
    expect(generate).toBeInstanceOf(OpenAI.UnprocessableEntityError)
    expect(generate.message).toMatch(
      /openai, automatic1111, replicate.*PUT \/api\/v1\/engines\/images/,
    )
    const vary = own.client.images.createVariation({ image: await photo() })
    expect((await catchApiError(vary)).status).toBe(422)
  })
})

describe('generations with an external engine', () => {
  const engine = useFakeEngine()

  const blue = sharp({
    create: { width: 1024, height: 1024, channels: 3, background: '#0000ff' },
  })
  const settings = {
    openai: { model: 'gpt-image-1', api_key: 'sk-canary' },
    automatic1111: {},
    replicate: { model: 'abc', api_key: 'r8-canary' },
  }

  test.each([
    ['openai', 'images', '/v1/images/generations'],
    ['openai', 'outpainting', '/v1/images/generations'],
    ['automatic1111', 'images', '/sdapi/v1/txt2img'],
    ['automatic1111', 'outpainting', '/sdapi/v1/txt2img'],
    ['replicate', 'images', '/v1/predictions'],
    // Its models for outpainting need an image, so this one fills a blank canvas.
    ['replicate', 'outpainting', '/v1/predictions'],
  ] as const)('%s for %s: the prompt goes there, and the image comes back', async (...given) => {
    const [kind, purpose, path] = given
    const png = (await blue.png().toBuffer()).toString('base64')
    engine.reply = ({ path: asked }, response) => {
      if (asked.startsWith('/sdapi')) return sendJson(response, 200, { images: [png] })
      if (asked !== '/v1/predictions') return sendJson(response, 200, { data: [{ b64_json: png }] })
      const output = [`data:image/png;base64,${png}`]
      return sendJson(response, 201, { id: 'p1', status: 'succeeded', output })
    }
    const jo = await service.tenant()
    const connected = await service.call('PUT', `/api/v1/engines/${purpose}`, {
      key: jo.key,
      body: { kind, base_url: engine.url, ...settings[kind] },
    })
    expect(connected.status, connected.text).toBe(200)
    const { data = [] } = await clientWith(jo.key).images.generate({
      prompt: 'A lighthouse',
      size: '1024x1024',
      model: 'gpt-image-1',
    })
    const asked = engine.received.find((one) => one.path === path)
    expect(asked?.body.toString('latin1')).toContain('A lighthouse')
    const pixel = await sharp(Buffer.from(data[0]?.b64_json ?? '', 'base64'))
      .resize(1, 1)
      .raw()
      .toBuffer()
    expect([...pixel.subarray(0, 3)]).toEqual([0, 0, 255])
  })

  test.each([
    ['openai', '/v1/images/edits'],
    ['automatic1111', '/sdapi/v1/img2img'],
    ['replicate', '/v1/predictions'],
  ] as const)('%s: variations are made of the image that is sent', async (kind, path) => {
    const png = (await blue.png().toBuffer()).toString('base64')
    engine.reply = ({ path: asked }, response) => {
      if (asked.startsWith('/sdapi')) return sendJson(response, 200, { images: [png, png] })
      if (asked !== '/v1/predictions')
        return sendJson(response, 200, { data: [{ b64_json: png }, { b64_json: png }] })
      const output = Array(2).fill(`data:image/png;base64,${png}`)
      return sendJson(response, 201, { id: 'p1', status: 'succeeded', output })
    }
    const jo = await service.tenant()
    await service.call('PUT', '/api/v1/engines/images', {
      key: jo.key,
      body: { kind, base_url: engine.url, ...settings[kind] },
    })
    const { data = [] } = await clientWith(jo.key).images.createVariation({
      image: await toFile(samplePng, 'ball.png'),
      ...{ n: 2, size: '1024x1024', response_format: 'b64_json' },
    })
    expect(data).toHaveLength(2)
    const asked = engine.received.find((one) => one.path === path)
    expect(asked?.body.toString('latin1')).toContain('Another version of this image')
    const { width } = await sharp(Buffer.from(data[0]?.b64_json ?? '', 'base64')).metadata()
    expect(width).toBe(1024)
  })

  test('a refusal and a wrong key of the engine raise its exceptions', async () => {
    const jo = await service.tenant()
    const body = { kind: 'openai', base_url: engine.url, ...settings.openai }
    await service.call('PUT', '/api/v1/engines/images', { key: jo.key, body })
    const generate = () =>
      catchApiError(
        clientWith(jo.key).images.generate({ prompt: 'A lighthouse', model: 'dall-e-3' }),
      )
    const answers: [number, object, string][] = [
      [400, { error: { message: 'rejected by our content policy' } }, 'content_refused'],
      [401, { error: { message: 'Incorrect API key sk-canary' } }, 'engine_credentials_refused'],
    ]
    for (const [status, answer, code] of answers) {
      engine.reply = (_, response) => sendJson(response, status, answer)
      const error = await generate()
      expect(error).toBeInstanceOf(OpenAI.APIError)
      expect([status, error.code]).toEqual([status, code])
      expect(JSON.stringify(error.error)).not.toContain('canary')
    }
  })
})
