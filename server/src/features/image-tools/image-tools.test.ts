import { describe, expect, test } from 'vitest'
import { useService, useTenant } from '../../../test/harness.ts'
import { samplePng } from '../../../test/samples.ts'
import { dataUrl, runTool } from '../../../test/tool-runs.ts'

/** Requests that no model can fulfil. `image-tools.slow.test.ts` runs the models. */
const service = useService()
const mia = useTenant(service)

const run = (tool: string, body: object) => runTool(service, mia.key, tool, body)

describe('POST /tools/remove-background', () => {
  test('FAILURE at once, with the field: no image, forbidden address', async () => {
    const sources = [
      dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
      dataUrl(samplePng.subarray(0, 200)),
      'data:,',
      'http://169.254.169.254/latest/meta-data',
      'http://[::1]:1/x.png',
    ]
    for (const image_url of sources) {
      const task = await run('remove-background', { image_url })
      expect([image_url.slice(0, 60), task.status, task.info.errors[0].field]).toEqual([
        image_url.slice(0, 60),
        'FAILURE',
        'image_url',
      ])
      expect([image_url.slice(0, 60), task.attempts]).toEqual([image_url.slice(0, 60), 1])
    }
  })

  test('400 immediately for errors that no fetch could fix', async () => {
    const stranger = await service.tenant()
    const { body: theirs } = await service.call('POST', '/api/v1/assets/sign', {
      key: stranger.key,
      body: { filename: 'a.png', filetype: 'image/png' },
    })
    const dot = { points: [[1, 2]] }
    const refined = (refine: object) => ({ image_url: dataUrl(samplePng), refine })
    const bodies = [
      refined({ keep: [{ points: [] }] }),
      refined({ keep: [{ points: [[1, 2, 3]] }] }),
      refined({ keep: [{ points: [[1, '2']] }] }),
      refined({ keep: [{ ...dot, width: 0 }] }),
      refined({ remove: [{ points: Array(501).fill([1, 2]) }] }),
      refined({ remove: Array(51).fill(dot) }),
      {},
      { image_url: theirs.asset },
      { image_url: '00000000-0000-4000-8000-000000000000' },
      { image_url: 'ftp://example.com/a.png' },
      { image_url: 'not a url' },
      { image_url: dataUrl(samplePng), background_color: 'red' },
      { image_url: dataUrl(samplePng), output_format: 'webp' },
      { image_url: dataUrl(samplePng), magic_crop: 'yes' },
      { image_url: dataUrl(samplePng), webhook_url: 'gopher://x' },
    ]
    for (const body of bodies) {
      const answer = await service.call('POST', '/api/v1/image-tools/remove-background', {
        key: mia.key,
        body,
      })
      expect([Object.keys(body), answer.status]).toEqual([Object.keys(body), 400])
    }
    const answer = await service.call('POST', '/api/v1/tools/remove-background', {
      key: mia.key,
      body: refined({ keep: [dot, { points: [[1, 2], [3]] }] }),
    })
    expect(answer.body.errors[0].path).toBe('refine.keep.1.points.1')
  })
})

describe('POST /tools/image-outpainting', () => {
  test('400 without a mask, or with two ways to define the region', async () => {
    const base = { image_url: dataUrl(samplePng), prompt: 'x' }
    for (const body of [
      base,
      { ...base, extend: { left: 1 }, aspect_ratio: '16:9' },
      { ...base, extend: { left: -1 } },
      { ...base, aspect_ratio: 'wide' },
      { ...base, mask_url: 'nonsense' },
      { ...base, extend: { left: 1 }, count: 9 },
      { ...base, extend: { left: 1 }, guidance_scale: 31 },
      { image_url: dataUrl(samplePng), extend: { left: 1 } },
    ]) {
      const answer = await service.call('POST', '/api/v1/tools/image-outpainting', {
        key: mia.key,
        body,
      })
      expect([Object.keys(body), answer.status]).toEqual([Object.keys(body), 400])
    }
  })
})
