import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Tenant, useService } from '../../../test/harness.ts'
import { dataUrl, pixelsAt, runTool } from '../../../test/tool-runs.ts'

/** The real models, fetched once and kept in node_modules/.cache. */
const service = useService()
const size = 320

let scene: Buffer
let mia: Tenant

beforeAll(async () => {
  const ball = `<svg width="${size}" height="${size}"><defs><radialGradient id="g" cx="40%" cy="35%">
    <stop offset="0" stop-color="#ffb080"/><stop offset="1" stop-color="#a02010"/></radialGradient></defs>
    <circle cx="160" cy="160" r="90" fill="url(#g)"/></svg>`
  scene = await sharp({ create: { width: size, height: size, channels: 3, background: '#9fc3d8' } })
    .composite([{ input: Buffer.from(ball) }])
    .removeAlpha()
    .png()
    .toBuffer()
  mia = await service.tenant()
})

const run = (tool: string, body: object) => runTool(service, mia.key, tool, body)
const pixels = (url: string) => pixelsAt(service, url)

describe('POST /tools/remove-background', { timeout: 300_000 }, () => {
  test('cuts a ball out: the alpha covers it, its inside is unchanged, the facts are there', async () => {
    const task = await run('remove-background', { image_url: dataUrl(scene) })
    expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
    const { result, engine, foreground, alpha_coverage, warnings, storage } = task.info
    expect(result).toHaveLength(1)
    expect(result[0]).toMatchObject({ width: size, height: size, content_type: 'image/png' })
    expect(result[0].sha256).toMatch(/^[0-9a-f]{64}$/)
    expect([engine.prompt_applied, warnings, storage]).toEqual([false, [], 'asset'])
    expect(alpha_coverage).toBeCloseTo((Math.PI * 90 ** 2) / size ** 2, 1)
    expect(foreground.width).toBeGreaterThan(170)
    const { data } = await pixels(result[0].url)
    const at = (x: number, y: number) => data.subarray((y * size + x) * 4, (y * size + x) * 4 + 4)
    const source = await sharp(scene).raw().toBuffer()
    expect(at(5, 5)[3]).toBe(0)
    expect(at(160, 160)[3]).toBe(255)
    expect([...at(160, 160).subarray(0, 3)]).toEqual([
      ...source.subarray((160 * size + 160) * 3).subarray(0, 3),
    ])
    const asset = await service.call('GET', `/api/v1/assets/${result[0].asset_id}`, {
      key: mia.key,
    })
    expect(asset.body).toMatchObject({ status: 4, sha256: result[0].sha256 })
    expect(asset.body.thumbnail).not.toBeNull()
  })

  test('crop, colour, jpeg, transient', async () => {
    const task = await run('remove-background', {
      image_url: dataUrl(scene),
      magic_crop: true,
      background_color: '#0f0',
      output_format: 'jpeg',
      storage: 'transient',
    })
    const [made] = task.info.result
    expect(made).toMatchObject({ content_type: 'image/jpeg' })
    expect(made.width).toBeLessThan(200)
    const { data, info } = await pixels(made.url)
    expect(info.channels).toBe(3)
    expect(data[1]).toBeGreaterThan(200) // a corner, green
    const asset = await service.call('GET', `/api/v1/assets/${made.asset_id}`, { key: mia.key })
    expect(asset.body.expires_at).not.toBeNull()
  })

  test('FAILURE names the field: no image, forbidden address, another tenant’s asset', async () => {
    const stranger = await service.tenant()
    const { body: theirs } = await service.call('POST', '/api/v1/assets/sign', {
      key: stranger.key,
      body: { filename: 'a.png', filetype: 'image/png' },
    })
    const sources = [
      dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
      dataUrl(scene.subarray(0, 200)),
      'data:,',
      'http://169.254.169.254/latest/meta-data',
      'http://[::1]:1/x.png',
      theirs.asset,
    ]
    for (const image_url of sources) {
      const task = await run('remove-background', { image_url })
      expect([image_url.slice(0, 60), task.status, task.info.errors[0].field]).toEqual([
        image_url.slice(0, 60),
        'FAILURE',
        'image_url',
      ])
    }
  })

  test('400 at once for what no fetch could mend', async () => {
    const bodies = [
      {},
      { image_url: 'ftp://example.com/a.png' },
      { image_url: 'not a url' },
      { image_url: dataUrl(scene), background_color: 'red' },
      { image_url: dataUrl(scene), output_format: 'webp' },
      { image_url: dataUrl(scene), magic_crop: 'yes' },
      { image_url: dataUrl(scene), webhook_url: 'gopher://x' },
    ]
    for (const body of bodies) {
      const answer = await service.call('POST', '/api/v1/image-tools/remove-background', {
        key: mia.key,
        body,
      })
      expect([Object.keys(body), answer.status]).toEqual([Object.keys(body), 400])
    }
  })
})

describe('POST /tools/image-outpainting', { timeout: 300_000 }, () => {
  test('count variations from seeds; kept pixels are unchanged; the prompt is said to be unread', async () => {
    const task = await run('image-outpainting', {
      image_url: dataUrl(scene),
      extend: { right: 64 },
      prompt: 'more sky',
      count: 2,
      seed: 11,
    })
    expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
    const { result, engine, warnings } = task.info
    expect(result.map((made: { seed: number; width: number }) => [made.seed, made.width])).toEqual([
      [11, size + 64],
      [12, size + 64],
    ])
    expect(engine.prompt_applied).toBe(false)
    expect(warnings[0]).toContain('does not read prompts')
    expect(result[0].sha256).not.toBe(result[1].sha256)
    const source = await sharp(scene).raw().toBuffer()
    for (const { url } of result) {
      const { data, info } = await pixels(url)
      for (let y = 0; y < size; y++) {
        const from = y * info.width * info.channels
        const row = data.subarray(from, from + size * 3)
        expect(row.equals(source.subarray(y * size * 3, (y + 1) * size * 3))).toBe(true)
      }
    }
  })

  test('400 without a mask, or with two ways to say where', async () => {
    const base = { image_url: dataUrl(scene), prompt: 'x' }
    for (const body of [
      base,
      { ...base, extend: { left: 1 }, aspect_ratio: '16:9' },
      { ...base, extend: { left: -1 } },
      { ...base, aspect_ratio: 'wide' },
      { ...base, mask_url: 'nonsense' },
      { ...base, extend: { left: 1 }, count: 9 },
      { ...base, extend: { left: 1 }, guidance_scale: 31 },
      { image_url: dataUrl(scene), extend: { left: 1 } },
    ]) {
      const answer = await service.call('POST', '/api/v1/tools/image-outpainting', {
        key: mia.key,
        body,
      })
      expect([Object.keys(body), answer.status]).toEqual([Object.keys(body), 400])
    }
  })
})
