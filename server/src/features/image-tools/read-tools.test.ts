import sharp from 'sharp'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { drawText } from '../../../test/drawn-text.ts'
import { useService, useTenant } from '../../../test/harness.ts'
import { dataUrl, runTool } from '../../../test/tool-runs.ts'
import { ReadTextResult } from './result-schemas.ts'

/** Tools that look at an image, with the real models. */
const service = useService()
const mia = useTenant(service)

async function read(tool: string, image: Uint8Array) {
  const task = await runTool(service, mia.key, tool, { image_url: dataUrl(image) })
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

test.each(['read-text'])('%s: 401, 403 and 400', async (tool) => {
  const path = `/api/v1/tools/${tool}`
  const body = { image_url: 'https://example.com/a.png' }
  const reader = await service.keyWith(mia, ['tasks:read'])
  expect((await service.call('POST', path, { body })).status).toBe(401)
  expect((await service.call('POST', path, { key: reader, body })).status).toBe(403)
  // Another workspace's asset, or none: the answer is the same.
  for (const image_url of ['nothing', '3f2a0b6e-9c1d-4f5a-8a77-5d0f2c9b1e64']) {
    const answer = await service.call('POST', path, { key: mia.key, body: { image_url } })
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'image_url'])
  }
})
