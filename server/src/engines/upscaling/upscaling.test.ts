import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { InferenceSession, Tensor } from '../onnxruntime.ts'
import { buildGraph, turnKernel } from './build-graph.ts'
import { planTiles } from './plan-tiles.ts'
import { run } from './run.ts'

const folder = useFolder()
const tools = { onProgress: () => {}, onPart: () => {}, signal: new AbortController().signal }

async function resampled(bytes: Buffer, factor: number) {
  const imagePath = join(folder, 'image')
  await writeFile(imagePath, bytes)
  const outputPath = join(folder, 'result')
  const job = { imagePath, outputPath, factor, method: 'resample', format: 'png' } as const
  const made = await run({ ...job, models: { folder: '' } }, tools)
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

test('the kernel for repeated pixels gives the sums of a convolution after repeating', () => {
  const kernel = Float32Array.from({ length: 9 }, (_, i) => i + 1)
  const shape = { side: 3, into: 1, out: 1, repeat: 2 }
  const turned = turnKernel(kernel, shape)
  const small = [3, 1, 4, 1, 5, 9, 2, 6, 5]
  const wide = (y: number, x: number) => small[Math.floor(y / 2) * 3 + Math.floor(x / 2)] ?? 0
  // The four results for the pixel in the middle.
  for (let phase = 0; phase < 4; phase++) {
    const [y, x] = [2 + Math.floor(phase / 2), 2 + (phase % 2)]
    const expected = [...kernel].reduce(
      (sum, weight, tap) => sum + weight * wide(y + Math.floor(tap / 3) - 1, x + (tap % 3) - 1),
      0,
    )
    const sum = small.reduce((all, value, i) => all + value * (turned[phase * 9 + i] ?? 0), 0)
    expect(sum).toBe(expected)
  }
})

describe('the conversion of a Keras model', () => {
  const layer = (class_name: string, name: string, inputs: string[], config: object = {}) => ({
    class_name,
    name,
    config,
    inbound_nodes: [inputs.map((input) => [input, 0, 0, {}])],
  })
  const model = (last: ReturnType<typeof layer>) =>
    JSON.stringify({
      modelTopology: {
        model_config: { config: { layers: [layer('InputLayer', 'in', []), last] } },
      },
      weightsManifest: [
        {
          weights: [
            { name: 'conv/kernel', shape: [1, 1, 3, 3], dtype: 'float32' },
            { name: 'conv/bias', shape: [3], dtype: 'float32' },
          ],
        },
      ],
    })
  const weights = new Uint8Array(Float32Array.of(0, 0, 1, 1, 0, 0, 0, 2, 0, 10, 20, 30).buffer)

  test('runs on onnxruntime with the same numbers', async () => {
    const graph = buildGraph(
      model(layer('Conv2D', 'conv', ['in'], { activation: 'linear' })),
      weights,
    )
    const session = await InferenceSession.create(graph)
    const image = new Tensor('float32', Float32Array.of(1, 2, 3), [1, 3, 1, 1])
    const { enlarged } = await session.run({ image })
    // Red comes from green, green from twice blue, blue from red, each plus its bias.
    expect(Array.from(enlarged?.data as Float32Array)).toEqual([12, 26, 31])
  })

  test('refuses what it does not know', () => {
    expect(() => buildGraph(model(layer('Dense', 'conv', ['in'])), weights)).toThrow('Dense')
    const known = layer('Conv2D', 'conv', ['in'], { activation: 'linear' })
    expect(() => buildGraph(model(known), weights.subarray(4))).toThrow()
  })
})
