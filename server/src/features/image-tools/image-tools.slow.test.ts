import sharp from 'sharp'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../test/harness.ts'
import { rememberWork } from '../../../test/remember-work.ts'
import { samplePng, sampleRadius, sampleSize } from '../../../test/samples.ts'
import { dataUrl, downloadPixels, runTool } from '../../../test/tool-runs.ts'
import { CutOutResult, ImageToolResult } from './result-schemas.ts'

/** Uses the real models, downloaded once and kept in node_modules/.cache. */
const service = useService()
const { width: sourceWidth, height: sourceHeight } = sampleSize
const middle = { x: sourceWidth / 2, y: sourceHeight / 2 }

const mia = useTenant(service)

beforeAll(() => rememberWork(service.deps.engines))

const run = (tool: string, body: object) => runTool(service, mia.key, tool, body)
const pixels = (url: string) => downloadPixels(service, url)

describe('POST /tools/remove-background', () => {
  test('cuts out a ball: the alpha covers it, its inside is unchanged, the metadata is complete', async () => {
    const task = await run('remove-background', { image_url: dataUrl(samplePng) })
    expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
    expect(Value.Errors(CutOutResult, task.result)).toEqual([])
    const { result, engine, foreground, alpha_coverage, warnings, storage } = task.info
    expect(result).toHaveLength(1)
    expect(result[0]).toMatchObject({ ...sampleSize, content_type: 'image/png' })
    expect(result[0].sha256).toMatch(/^[0-9a-f]{64}$/)
    expect([engine.prompt_applied, warnings, storage]).toEqual([false, [], 'asset'])
    expect(alpha_coverage).toBeCloseTo(
      (Math.PI * sampleRadius ** 2) / (sourceWidth * sourceHeight),
      1,
    )
    expect(foreground.width).toBeGreaterThan(sampleRadius * 1.9)
    const { data } = await pixels(result[0].url)
    const at = (x: number, y: number) => data.subarray((y * sourceWidth + x) * 4).subarray(0, 4)
    const source = await sharp(samplePng).raw().toBuffer()
    expect(at(5, 5)[3]).toBe(0)
    const centre = at(middle.x, middle.y)
    expect(centre[3]).toBe(255)
    expect([...centre.subarray(0, 3)]).toEqual([
      ...source.subarray((middle.y * sourceWidth + middle.x) * 3).subarray(0, 3),
    ])
    const asset = await service.call('GET', `/api/v1/assets/${result[0].asset_id}`, {
      key: mia.key,
    })
    expect(asset.body).toMatchObject({ status: 4, sha256: result[0].sha256 })
    expect(asset.body.thumbnail).not.toBeNull()
  })

  test('crop, colour, jpeg, transient, strokes', async () => {
    const task = await run('remove-background', {
      image_url: dataUrl(samplePng),
      magic_crop: true,
      background_color: '#0f0',
      output_format: 'jpeg',
      storage: 'transient',
      refine: { keep: [{ points: [[-90, -90]], width: 4 }] },
    })
    const [made] = task.info.result
    expect(task.info.warnings).toContain('strokes outside the image, without effect: 1')
    expect(made).toMatchObject({ content_type: 'image/jpeg' })
    expect(made.width).toBeLessThan(sampleRadius * 2.2)
    const { data, info } = await pixels(made.url)
    expect(info.channels).toBe(3)
    expect(data[1]).toBeGreaterThan(200) // a green corner
    const asset = await service.call('GET', `/api/v1/assets/${made.asset_id}`, { key: mia.key })
    expect(asset.body.expires_at).not.toBeNull()
  })
})

describe('POST /tools/image-outpainting', () => {
  test('several variations from seeds; kept pixels are unchanged; a warning says the prompt is unused', async () => {
    const task = await run('image-outpainting', {
      image_url: dataUrl(samplePng),
      extend: { right: 64 },
      prompt: 'more sky',
      count: 2,
      seed: 11,
    })
    expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
    expect(Value.Errors(ImageToolResult, task.result)).toEqual([])
    const { result, engine, warnings } = task.info
    expect(result.map((made: { seed: number; width: number }) => [made.seed, made.width])).toEqual([
      [11, sourceWidth + 64],
      [12, sourceWidth + 64],
    ])
    expect(engine.prompt_applied).toBe(false)
    expect(warnings[0]).toContain('had no effect: prompt, guidance_scale.')
    expect(result[0].sha256).not.toBe(result[1].sha256)
    const source = await sharp(samplePng).raw().toBuffer()
    for (const { url } of result) {
      const { data, info } = await pixels(url)
      for (let y = 0; y < sourceHeight; y++) {
        const from = y * info.width * info.channels
        const row = data.subarray(from, from + sourceWidth * 3)
        const kept = source.subarray(y * sourceWidth * 3, (y + 1) * sourceWidth * 3)
        expect(row.equals(kept)).toBe(true)
      }
    }
  })
})
