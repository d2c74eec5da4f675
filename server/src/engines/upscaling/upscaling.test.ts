import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { InferenceSession, Tensor } from '../onnxruntime.ts'
import { addDetail } from './add-detail.ts'
import { buildGraph } from './build-graph.ts'
import { planTiles } from './plan-tiles.ts'
import { run } from './run.ts'

const folder = useFolder()
const tools = { onProgress: () => {}, onPart: () => {}, signal: new AbortController().signal }

async function resampled(bytes: Buffer, factor: number) {
  const imagePath = join(folder, 'image')
  await writeFile(imagePath, bytes)
  const outputPath = join(folder, 'result')
  const request = { imagePath, outputPath, factor, method: 'resample', format: 'png' } as const
  const made = await run({ ...request, models: { layers: '', weights: '' } }, tools)
  return { ...made, pixels: await sharp(outputPath).raw().toBuffer({ resolveWithObject: true }) }
}

describe('resampling', () => {
  test('enlarges, keeps transparency, and says what it is', async () => {
    const disc =
      '<svg width="100" height="80"><circle cx="50" cy="40" r="30" fill="#dc141e"/></svg>'
    const made = await resampled(await sharp(Buffer.from(disc)).png().toBuffer(), 2)
    expect(made).toMatchObject({ width: 200, height: 160, engine: { name: 'lanczos3' } })
    expect(made.warnings).toEqual([expect.stringContaining('No detail was added')])
    const { data, info } = made.pixels
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)]
    expect(at(2, 2)[3]).toBe(0)
    expect(at(100, 80)).toEqual([220, 20, 30, 255])
  })

  test('a result beyond 40 megapixels is refused', async () => {
    const create = { width: 4000, height: 3000, channels: 3 as const, background: '#123' }
    const running = resampled(await sharp({ create }).png().toBuffer(), 2)
    await expect(running).rejects.toMatchObject({ code: 'result_too_large', field: 'factor' })
  })
})

test('tiles cover the image once, none larger than allowed', () => {
  const tiles = planTiles(300, 129, 128)
  expect(tiles).toHaveLength(6)
  expect(tiles.reduce((sum, { width, height }) => sum + width * height, 0)).toBe(300 * 129)
  expect(Math.max(...tiles.flatMap(({ width, height }) => [width, height]))).toBeLessThan(129)
  expect(planTiles(5, 5, 128)).toEqual([{ left: 0, top: 0, width: 5, height: 5 }])
})

test('detail is added, but a wrong brightness of the model is not', async () => {
  const flat = (width: number, height: number, value: (x: number) => number) => ({
    width,
    height,
    channels: 3 as const,
    pixels: Uint8Array.from({ length: width * height * 3 }, (_, at) =>
      value(Math.floor(at / 3) % width),
    ),
  })
  const image = flat(16, 16, () => 100)
  const size = { width: 64, height: 64 }
  const stripes = flat(64, 64, (x) => (x % 2 === 0 ? 170 : 190))
  const pixels = await addDetail(image, stripes, size)
  const row = pixels.subarray(32 * 64 * 3)
  expect([row[90], row[93]]).toEqual([94, 107])
})

describe('the conversion of a Keras model', () => {
  const layer = (class_name: string, name: string, inputs: string[], config: object = {}) => ({
    class_name,
    name,
    config,
    inbound_nodes: [inputs.map((input) => [input, 0, 0, {}])],
  })
  const stored = (name: string, shape: number[], min = 0) => ({
    name,
    shape,
    dtype: 'float32',
    quantization: { dtype: 'uint8', scale: 0.5, min },
  })
  const model = (...layers: ReturnType<typeof layer>[]) =>
    JSON.stringify({
      modelTopology: {
        model_config: { config: { layers: [layer('InputLayer', 'in', []), ...layers] } },
      },
      weightsManifest: [
        { weights: [stored('conv/kernel', [1, 1, 3, 3], -1), stored('conv/bias', [3])] },
      ],
    })
  const conv = layer('Conv2D', 'conv', ['in'], { activation: 'linear' })
  const weights = Uint8Array.of(2, 2, 4, 4, 2, 2, 2, 6, 2, 20, 40, 60)

  test('runs on onnxruntime with the same numbers', async () => {
    const tail = [
      layer('MultiplyBeta', 'part', ['conv']),
      layer('Add', 'sum', ['part', 'in']),
      layer('Activation', 'last', ['sum'], { activation: 'relu' }),
    ]
    const run = async (graph: Uint8Array) => {
      const session = await InferenceSession.create(graph)
      const image = new Tensor('float32', Float32Array.of(1, 2, -9), [1, 3, 1, 1])
      const { enlarged } = await session.run({ image })
      return Array.from(enlarged?.data as Float32Array)
    }
    // Red comes from green, green from twice blue, blue from red, each plus its bias.
    expect(await run(buildGraph(model(conv), weights))).toEqual([12, 2, 31])
    const added = await run(buildGraph(model(conv, ...tail), weights))
    for (const [index, expected] of [3.4, 2.4, 0].entries()) {
      expect(added[index]).toBeCloseTo(expected)
    }
  })

  test('refuses what it does not know', () => {
    expect(() => buildGraph(model(layer('Dense', 'conv', ['in'])), weights)).toThrow('Dense')
    expect(() => buildGraph(model(conv), weights.subarray(1))).toThrow()
  })
})
