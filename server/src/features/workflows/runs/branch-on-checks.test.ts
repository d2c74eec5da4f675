import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { dataUrl } from '../../../../test/tool-runs.ts'
import { useRuns } from './test-runs.ts'

const { service, define, start, waitForEnd } = useRuns()
const side = 256

/** Stripes with sharp edges, which can be blurred. */
const stripes = () =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="100%" height="100%" fill="#fff"/>
    <path d="M20 0v256 M60 0v256 M100 0v256 M140 0v256 M180 0v256" stroke="#000" stroke-width="12"/>
  </svg>`),
  )

const transparent = () =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#0000' } })

const set = (id: string) => ({ id, type: 'set', value: id })

test('a run branches on the checks of a finished image', async () => {
  const checks = 'steps.picture.output.result[0].checks'
  const id = await define({
    steps: [
      {
        id: 'picture',
        type: 'call',
        operation: 'convertFormat',
        body: {
          image_url: '${inputs.picture}',
          output_format: 'png',
          checks: ['faces', 'text'],
        },
      },
      {
        id: 'look',
        type: 'branch',
        cases: [
          { when: `${checks}.alpha_coverage < 0.05`, steps: [set('empty')] },
          { when: `${checks}.is_blurred`, steps: [set('blurred')] },
          { when: `${checks}.faces.cut_off > 0`, steps: [set('face')] },
          { when: `${checks}.text.count > 0`, steps: [set('text')] },
        ],
        else: [set('good')],
      },
    ],
    output: '${steps.look.output}',
  })
  // The models that find faces and text have tests of their own.
  const { engines } = service.deps
  const facts = { width: side, height: side, warnings: [], timings: { totalMs: 1 } }
  const engine = { name: 'none', version: '1' }
  let isCutOff = false
  let lines: object[] = []
  Object.assign(engines, {
    findFaces: async () => ({ ...facts, engine, faces: [{ is_cut_off: isCutOff }] }),
    readText: async () => ({ ...facts, engine, lines }),
  })
  const verdict = async (image: Sharp) => {
    const picture = dataUrl(await image.png().toBuffer())
    const { status, output } = await waitForEnd(await start(id, { picture }))
    return [status, output.value]
  }
  expect(await verdict(stripes())).toEqual(['COMPLETED', 'good'])
  expect(await verdict(stripes().blur(12))).toEqual(['COMPLETED', 'blurred'])
  expect(await verdict(transparent())).toEqual(['COMPLETED', 'empty'])
  lines = [{ text: 'SALE' }]
  expect(await verdict(stripes())).toEqual(['COMPLETED', 'text'])
  isCutOff = true
  expect(await verdict(stripes())).toEqual(['COMPLETED', 'face'])
})
