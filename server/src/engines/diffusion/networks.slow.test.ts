import { join as joinPath } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { onnxWriter } from '../onnx-writer.ts'
import { InferenceSession, Tensor } from '../onnxruntime.ts'
import { gaussianNoise } from './gaussian-noise.ts'
import type { Precision } from './graph-operations.ts'
import { planGraph } from './graph-plans.ts'
import { decodeLatents, encodePixels, encodeText, latentFactor, predictNoise } from './networks.ts'
import { type DiffusionModel, openModel } from './open-model.ts'
import { openWeights } from './open-weights.ts'
import { type Grid, plainLayers } from './test-layers.ts'
import {
  plainTextEncoder,
  plainTinyDecoder,
  plainTinyEncoder,
  plainUnet,
  plainVaeDecoder,
  plainVaeEncoder,
} from './test-networks.ts'
import { randomWeights, shapeList, tinySizes, writeModel, writeWeights } from './test-weights.ts'

const folder = useFolder()
const size = { width: 48, height: 32 }
const noise = gaussianNoise(11)
let model: DiffusionModel
let written: Awaited<ReturnType<typeof writeModel>>
const tiny = tinyVaeShapes()
const tinyValues = randomWeights(tiny, 9)
const tinyPath = joinPath(folder, 'tiny.safetensors')

beforeAll(async () => {
  written = await writeModel(joinPath(folder, 'model'))
  await writeWeights(tinyPath, tiny, tinyValues)
  model = await open('fp32')
})
afterAll(() => model[Symbol.asyncDispose]())

function open(precision: Precision) {
  const files = { weights: written.folder, tinyVae: tinyPath }
  return openModel(files, { threads: 2, device: 'cpu', precision })
}

/** TAESD with half as many levels. */
function tinyVaeShapes() {
  const all = shapeList()
  const block = (name: string) => {
    for (const index of [0, 2, 4]) all.conv(`${name}.conv.${index}`, 8, 8)
  }
  all.conv('encoder.layers.0', 3, 8)
  for (const index of [1, 3, 5]) block(`encoder.layers.${index}`)
  for (const index of [2, 4]) all.conv(`encoder.layers.${index}`, 8, 8, 3, false)
  all.conv('encoder.layers.6', 8, 4)
  all.conv('decoder.layers.0', 4, 8)
  for (const index of [2, 5, 8]) block(`decoder.layers.${index}`)
  for (const index of [4, 7]) all.conv(`decoder.layers.${index}`, 8, 8, 3, false)
  all.conv('decoder.layers.9', 8, 3)
  return all.shapes
}

function plain(part: 'unet' | 'vae' | 'text_encoder') {
  return plainLayers(written.parts[part], written.values.get(part) ?? new Map())
}

const toGrid = (values: Float32Array, channels: number, height: number, width: number): Grid => ({
  ...{ channels, height, width, values: Float64Array.from(values) },
})

function difference(values: Float32Array, expected: Float64Array): number {
  expect(values).toHaveLength(expected.length)
  return values.reduce(
    (most, value, index) => Math.max(most, Math.abs(value - (expected[index] as number))),
    0,
  )
}

/** Tokens as rows to tokens as columns. */
function turned(rows: Float32Array, width: number): Float32Array {
  const count = rows.length / width
  return rows.map((_, index) => rows[(index % count) * width + Math.floor(index / count)] as number)
}

test('the text encoder sees only the words before', async () => {
  const [first, second] = [40, 900].map((from) => Array.from({ length: 77 }, (_, at) => from + at))
  const states = await encodeText(model, [first ?? [], second ?? []])
  for (const [index, ids] of [first, second].entries()) {
    const expected = plainTextEncoder(plain('text_encoder'), ids ?? [], tinySizes.text.width)
    const own = states.subarray((index * states.length) / 2, ((index + 1) * states.length) / 2)
    expect(difference(turned(own, tinySizes.text.width), expected.values)).toBeLessThan(1e-4)
  }
})

describe('the UNet', () => {
  const { width } = tinySizes.text
  const samples = [noise(9 * 8 * 8), noise(9 * 8 * 8)]
  const states = [noise(77 * width), noise(77 * width)]
  const input = {
    ...{ timestep: 137, size: { width: 64, height: 64 } },
    sample: Float32Array.from(samples.flatMap((one) => [...one])),
    states: Float32Array.from(states.flatMap((one) => [...one])),
  }
  const expected = () =>
    samples.map((sample, index) => {
      const context = toGrid(turned(states[index] ?? sample, width), width, 1, 77)
      return plainUnet(plain('unet'), toGrid(sample, 9, 8, 8), 137, context).values
    })

  test.for([
    ['fp32', 1e-4],
    ['fp16', 0.02],
    ['int8', 0.15],
  ] as const)('for a batch, in %s', async ([precision, limit]) => {
    const all = Float64Array.from(expected().flatMap((one) => [...one]))
    await using other = await open(precision)
    expect(difference(await predictNoise(other, input), all)).toBeLessThan(limit)
  })

  test('in the graph for a GPU', async () => {
    const [sample = new Float32Array(), , context = new Float32Array()] = [...samples, ...states]
    await using weights = await openWeights(written.folder)
    const onnx = onnxWriter()
    await planGraph('unet', { weights }, { precision: 'fp32', isGpu: true }).write(onnx)
    const session = await InferenceSession.create(onnx.bytes())
    const { out_sample: predicted } = await session.run({
      sample: new Tensor('float32', sample, [1, 9, 8, 8]),
      timestep: new Tensor('float32', Float32Array.of(137), [1]),
      encoder_hidden_states: new Tensor('float32', context, [1, 77, width]),
    })
    const values = (predicted as Tensor).data as Float32Array
    expect(difference(values, expected()[0] ?? new Float64Array())).toBeLessThan(1e-4)
  })

  test('takes sizes that can be halved only once', async () => {
    const odd = { width: 72, height: 80 }
    const sample = noise(9 * 9 * 10)
    const predicted = await predictNoise(model, {
      ...input,
      sample,
      size: odd,
      states: noise(77 * width),
    })
    expect(predicted).toHaveLength(4 * 9 * 10)
    expect(predicted.every(Number.isFinite)).toBe(true)
  })
})

test('the VAE encodes to scaled latents and back', async () => {
  const pixels = noise(3 * 32 * 48)
  const mean = plainVaeEncoder(plain('vae'), toGrid(pixels, 3, 32, 48))
  const latents = await encodePixels(model, pixels, size, 'full')
  const unscaled = latents.map((value) => value / latentFactor)
  expect(difference(unscaled, mean.values)).toBeLessThan(1e-4)
  const expected = plainVaeDecoder(plain('vae'), mean)
  expect(
    difference(await decodeLatents(model, latents, size, 'full'), expected.values),
  ).toBeLessThan(1e-3)
})

test('TAESD', async () => {
  const net = plainLayers(tiny, tinyValues)
  const pixels = noise(3 * 32 * 48)
  const latents = await encodePixels(model, pixels, size, 'tiny')
  const expected = plainTinyEncoder(net, toGrid(pixels, 3, 32, 48))
  expect(difference(latents, expected.values)).toBeLessThan(1e-4)
  const small = noise(4 * 4 * 6)
  const decoded = await decodeLatents(model, small, size, 'tiny')
  const picture = plainTinyDecoder(net, toGrid(small, 4, 4, 6))
  expect(difference(decoded, picture.values)).toBeLessThan(1e-4)
})
