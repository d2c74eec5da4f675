import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawFaces } from '../../../test/drawn-face.ts'
import { useService, useTenant } from '../../../test/harness.ts'
import { rememberWork } from '../../../test/remember-work.ts'
import { isInBall, samplePng, sampleRadius, sampleSize } from '../../../test/samples.ts'
import { draw, maskPng, png } from '../../../test/scenes.ts'
import { dataUrl, downloadFile, downloadPixels, runTool } from '../../../test/tool-runs.ts'

/** Tests the tools that are not part of the contract, with the real models. */
const service = useService()
const { width, height } = sampleSize
const scene = dataUrl(samplePng)

const mia = useTenant(service)

beforeAll(() => rememberWork(service.deps.engines))

async function made(tool: string, body: object) {
  const task = await runTool(service, mia.key, tool, { image_url: scene, ...body })
  expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
  return task.info
}

async function failed(tool: string, body: object) {
  const task = await runTool(service, mia.key, tool, { image_url: scene, ...body })
  expect([tool, task.status]).toEqual([tool, 'FAILURE'])
  return task.info.errors[0]
}

async function readColour(url: string, x: number, y: number) {
  const { data, info } = await downloadPixels(service, url)
  return [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
}

describe('replace-background', () => {
  test('a colour behind the subject, as jpeg', async () => {
    const info = await made('replace-background', {
      background_color: '#10c020',
      output_format: 'jpeg',
    })
    expect(info.result[0]).toMatchObject({ width, content_type: 'image/jpeg' })
    const [red = 0, green = 0] = await readColour(info.result[0].url, 6, 6)
    expect([red < 40, green > 170]).toEqual([true, true])
    const [centre = 0] = await readColour(info.result[0].url, width / 2, height / 2)
    expect(centre).toBeGreaterThan(170)
    expect(info.alpha_coverage).toBeCloseTo((Math.PI * sampleRadius ** 2) / (width * height), 1)
  })

  test('an image behind the subject; the error names an unreadable one', async () => {
    const blue = dataUrl(await png(draw(64, 64, () => [20, 30, 220])))
    const info = await made('replace-background', { background_url: blue })
    expect(await readColour(info.result[0].url, width - 6, height - 6)).toEqual([20, 30, 220])
    const error = await failed('replace-background', { background_url: 'data:,nothing' })
    expect(error).toMatchObject({ field: 'background_url', code: 'unsupported_image_type' })
  })

  test('400 for both or neither', async () => {
    for (const body of [{}, { background_color: '#fff', background_url: 'https://a.example/b' }]) {
      const answer = await service.call('POST', '/api/v1/tools/replace-background', {
        key: mia.key,
        body: { image_url: scene, ...body },
      })
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'background_color'])
    }
  })
})

test('both pass strokes to the engine', async () => {
  const { engines } = service.deps
  const { removeBackground } = engines
  const strokes: unknown[] = []
  engines.removeBackground = ({ refine, ...job }, follow) => {
    strokes.push(refine)
    return removeBackground(job, follow)
  }
  const refine = { keep: [{ points: [[1, 2]] }] }
  await made('replace-background', { background_color: '#fff', refine })
  await made('blur-background', { refine })
  engines.removeBackground = removeBackground
  expect(strokes).toEqual([refine, refine])
})

test('blur-background smooths the stripes and keeps the subject', async () => {
  const info = await made('blur-background', { radius: 30 })
  const { data, info: shape } = await downloadPixels(service, info.result[0].url)
  const source = await sharp(samplePng).raw().toBuffer()
  const at = (pixels: Buffer, x: number, y: number, channels: number) =>
    pixels[(y * width + x) * channels] as number
  const jump = (pixels: Buffer, channels: number) =>
    Math.abs(at(pixels, 7, 20, channels) - at(pixels, 8, 20, channels))
  expect(jump(source, 3)).toBe(40)
  expect(jump(data, shape.channels)).toBeLessThan(8)
  const [x, y] = [width / 2, height / 2]
  expect(at(data, x, y, shape.channels)).toBe(at(source, x, y, 3))
})

describe('generative-fill', () => {
  test('removes the ball and keeps every pixel outside the mask', async () => {
    const isInMask = (x: number, y: number) => isInBall(x, y, 80)
    const mask = dataUrl(await maskPng(width, height, isInMask))
    const info = await made('generative-fill', { mask_url: mask, count: 1, seed: 3 })
    expect(info.result[0]).toMatchObject({ width, height, seed: 3 })
    const [red = 255] = await readColour(info.result[0].url, width / 2, height / 2)
    expect(red).toBeLessThan(190)
    const { data, info: shape } = await downloadPixels(service, info.result[0].url)
    const source = await sharp(samplePng).raw().toBuffer()
    let changed = 0
    for (let at = 0; at < width * height; at++) {
      if (isInMask(at % width, Math.floor(at / width))) continue
      for (let c = 0; c < 3; c++) {
        if (data[at * shape.channels + c] !== source[at * 3 + c]) changed++
      }
    }
    expect(changed).toBe(0)
  })

  test('rejects a mask of another size, which would extend the image', async () => {
    const mask = dataUrl(await maskPng(width + 10, height, (x) => x > width))
    const error = await failed('generative-fill', { mask_url: mask, count: 1 })
    expect(error).toMatchObject({ field: 'mask_url', code: 'mask_size_differs' })
  })
})

describe('upscale and convert-format', () => {
  test('upscale with the model comes closer to the truth than resampling', async () => {
    const truth = await drawFaces({ width: 320, height: 240 }, [{ x: 160, y: 120, scale: 1 }])
    const image_url = dataUrl(await sharp(truth).resize(80, 60).png().toBuffer())
    const enlarged = await made('upscale', { image_url, factor: 4 })
    expect(enlarged.result[0]).toMatchObject({ width: 320, height: 240 })
    expect([enlarged.engine.name, enlarged.warnings]).toEqual(['esrgan', []])
    const resampled = await made('upscale', { image_url, factor: 4, method: 'resample' })
    expect(resampled.engine.name).toBe('lanczos3')
    expect(resampled.warnings[0]).toContain('No detail was added')
    const expected = await sharp(truth).raw().toBuffer()
    const measureError = async ({ result }: { result: { url: string }[] }) => {
      const { data } = await downloadPixels(service, result[0]?.url ?? '')
      return data.reduce((sum, value, at) => sum + (value - (expected[at] as number)) ** 2, 0)
    }
    expect(await measureError(enlarged)).toBeLessThan((await measureError(resampled)) * 0.9)
  })

  test('a result beyond the limit names the field', async () => {
    const wide = dataUrl(await png(draw(4000, 800, () => [9, 9, 9])))
    const error = await failed('upscale', { image_url: wide, factor: 4 })
    expect(error).toMatchObject({ field: 'factor', code: 'result_too_large' })
  })

  test.each(['webp', 'avif', 'jpeg', 'png'] as const)('convert to %s', async (output_format) => {
    const info = await made('convert-format', { output_format, storage: 'transient' })
    expect(info.result[0].content_type).toBe(`image/${output_format}`)
    const { format } = await sharp(await downloadFile(service, info.result[0].url)).metadata()
    expect(format).toBe(output_format === 'avif' ? 'heif' : output_format)
    const asset = await service.call('GET', `/api/v1/assets/${info.result[0].asset_id}`, {
      key: mia.key,
    })
    const ending = output_format === 'jpeg' ? 'jpg' : output_format
    expect(asset.body.name).toBe(`converted.${ending}`)
  })

  test('400 for errors that no fetch could fix', async () => {
    const bodies: [string, object][] = [
      ['convert-format', {}],
      ['convert-format', { output_format: 'tiff' }],
      ['convert-format', { output_format: 'jpeg', quality: 0 }],
      ['upscale', { factor: 9 }],
      ['blur-background', { radius: 0 }],
      ['generative-fill', {}],
      ['generative-fill', { mask_url: 'nonsense' }],
    ]
    for (const [tool, body] of bodies) {
      for (const base of ['tools', 'service/image-tools', 'image-tools']) {
        const answer = await service.call('POST', `/api/v1/${base}/${tool}`, {
          key: mia.key,
          body: { image_url: scene, ...body },
        })
        expect([tool, answer.status]).toEqual([tool, 400])
      }
    }
  })
})
