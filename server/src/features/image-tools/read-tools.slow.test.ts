import sharp from 'sharp'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawFaces } from '../../../test/drawn-face.ts'
import { drawText } from '../../../test/drawn-text.ts'
import { useService, useTenant } from '../../../test/harness.ts'
import { rememberWork } from '../../../test/remember-work.ts'
import { samplePng } from '../../../test/samples.ts'
import { dataUrl, downloadFile, runTool } from '../../../test/tool-runs.ts'
import {
  BlurFacesResult,
  FindFacesResult,
  ReadTextResult,
  SmartCropResult,
} from './result-schemas.ts'

/** Tools that look at an image, with the real models. */
const service = useService()
const mia = useTenant(service)

beforeAll(() => rememberWork(service.deps.engines))

async function read(tool: string, image: Uint8Array, body: object = {}) {
  const task = await runTool(service, mia.key, tool, { image_url: dataUrl(image), ...body })
  expect(task.status, JSON.stringify(task.info)).toBe('SUCCESS')
  return task.result
}

describe('POST /tools/read-text', () => {
  test('level, turned and small text, with box, angle and confidence', async () => {
    const image = await drawText({ width: 640, height: 400 }, [
      { text: 'Spring launch 2026', centreX: 240, baseline: 60, sizePx: 36 },
      { text: 'Batch 0047, best before 12/2027', centreX: 150, baseline: 110, sizePx: 12 },
      { text: 'Thirty percent off', centreX: 400, baseline: 250, sizePx: 30, angle: -30 },
    ])
    const result = await read('read-text', image)
    expect(Value.Errors(ReadTextResult, result)).toEqual([])
    expect(result.text).toBe(
      'Spring launch 2026\nBatch 0047, best before 12/2027\nThirty percent off',
    )
    const [level, , turned] = result.lines
    expect([level.angle, turned.angle]).toEqual([
      expect.closeTo(0, -0.5),
      expect.closeTo(-30, -0.5),
    ])
    expect(level.confidence).toBeGreaterThan(0.9)
    const { left, top, width, height } = level.box
    expect([left > 60, top > 10, left + width < 420, top + height < 90]).toEqual(
      Array(4).fill(true),
    )
    expect([result.image_url, result.width, result.engine.name]).toEqual(['data:', 640, 'PP-OCRv4'])
  })

  test('no text is a success without lines; a file that is no image fails', async () => {
    const empty = await sharp({
      create: { width: 300, height: 200, channels: 3, background: '#dfe' },
    })
      .png()
      .toBuffer()
    expect(await read('read-text', empty)).toMatchObject({ text: '', lines: [] })
    const task = await runTool(service, mia.key, 'read-text', { image_url: 'data:,nothing' })
    expect(task.info.errors[0]).toMatchObject({ field: 'image_url' })
  })
})

describe('faces', () => {
  const size = { width: 800, height: 500 }
  const twoFaces = drawFaces(size, [
    { x: 200, y: 250, scale: 0.8 },
    { x: 600, y: 220, scale: 0.5 },
  ])

  test('find-faces: the largest first, with landmarks; a face at the edge is cut off', async () => {
    const result = await read('find-faces', await twoFaces)
    expect(Value.Errors(FindFacesResult, result)).toEqual([])
    const [large, small] = result.faces
    expect([result.count, large.is_cut_off]).toEqual([2, false])
    expect(large.box.left).toBeLessThan(200)
    expect(small.box.left).toBeGreaterThan(500)
    const { left_eye, right_eye, nose } = large.landmarks
    expect([left_eye[0] < 190, right_eye[0] > 210, nose[1] > left_eye[1]]).toEqual([
      ...[true, true, true],
    ])
    const cut = await drawFaces({ width: 600, height: 400 }, [{ x: 560, y: 220, scale: 1 }])
    expect((await read('find-faces', cut)).faces[0].is_cut_off).toBe(true)
    const empty = await read('find-faces', await drawFaces({ width: 300, height: 200 }, []))
    expect(empty).toMatchObject({ count: 0, faces: [] })
  })

  test('blur-faces: a face keeps no edge, and the rest keeps every pixel', async () => {
    const result = await read('blur-faces', await twoFaces)
    expect(Value.Errors(BlurFacesResult, result)).toEqual([])
    expect(result.faces).toHaveLength(2)
    const blurred = await downloadFile(service, result.url)
    const [before, after] = await Promise.all(
      [await twoFaces, blurred].map((bytes) => sharp(bytes).raw().toBuffer()),
    )
    const { left, top, width, height } = result.faces[0].box
    // The sharpest edge between two neighbours inside of the face: its eyes, until it is blurred.
    const sharpest = (pixels = Buffer.alloc(0)) => {
      let most = 0
      for (let y = top; y < top + height; y++) {
        for (let x = left; x < left + width; x++) {
          const at = (y * 800 + x) * 3
          most = Math.max(most, Math.abs((pixels[at] ?? 0) - (pixels[at + 3] ?? 0)))
        }
      }
      return most
    }
    expect(sharpest(before)).toBeGreaterThan(40)
    expect(sharpest(after)).toBeLessThan(15)
    const row = (pixels: Buffer | undefined) => pixels?.subarray(0, 800 * 3 * 60)
    expect(row(after)).toEqual(row(before))
    const nobody = await drawFaces({ width: 300, height: 200 }, [])
    const { warnings } = await read('blur-faces', nobody, { output_format: 'jpeg' })
    expect(warnings[0]).toContain('No face was found')
  })

  test('smart-crop: around the faces, or around the subject', async () => {
    const result = await read('smart-crop', await twoFaces, { aspect_ratio: '1:2' })
    expect(Value.Errors(SmartCropResult, result)).toEqual([])
    expect(result.result[0]).toMatchObject({ width: 250, height: 500 })
    expect([result.focus, result.crop.left]).toEqual(['faces', expect.closeTo(75, -2)])
    expect(result.warnings).toEqual(['One face does not fit into this aspect ratio.'])
    const ball = await read('smart-crop', samplePng, { aspect_ratio: '1:1' })
    expect(ball.focus).toBe('subject')
  })
})

test('results carry checks: cheap ones always, faces and text on request', async () => {
  const face = await drawFaces({ width: 600, height: 400 }, [{ x: 560, y: 220, scale: 1 }])
  const body = { output_format: 'png', checks: ['faces', 'text'] }
  const { result } = await read('convert-format', face, body)
  expect(result[0].checks).toMatchObject({
    ...{ alpha_coverage: 1, is_blurred: false },
    ...{ faces: { count: 1, cut_off: 1 }, text: { count: 0, content: '' } },
  })
  const plain = await read('convert-format', face, { output_format: 'webp' })
  expect(plain.result[0].checks.dominant_colors.length).toBeGreaterThan(0)
  expect(plain.result[0].checks.faces).toBeUndefined()
})

test.each(['read-text', 'find-faces', 'blur-faces', 'smart-crop'])(
  '%s: 401, 403 and 400',
  async (tool) => {
    const path = `/api/v1/tools/${tool}`
    const more = tool === 'smart-crop' ? { aspect_ratio: '4:5' } : {}
    const body = { image_url: 'https://example.com/a.png', ...more }
    const reader = await service.keyWith(mia, ['tasks:read'])
    expect((await service.call('POST', path, { body })).status).toBe(401)
    expect((await service.call('POST', path, { key: reader, body })).status).toBe(403)
    // Another workspace's asset, or none: the answer is the same.
    for (const image_url of ['nothing', '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64']) {
      const answer = await service.call('POST', path, {
        key: mia.key,
        body: { ...more, image_url },
      })
      expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'image_url'])
    }
  },
)

test('smart-crop rejects an aspect ratio of nothing', async () => {
  for (const aspect_ratio of ['0:1', '1:0.0', '4x5', undefined]) {
    const answer = await service.call('POST', '/api/v1/tools/smart-crop', {
      key: mia.key,
      body: { image_url: 'https://example.com/a.png', aspect_ratio },
    })
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'aspect_ratio'])
  }
})
