import { expect, test } from 'vitest'
import { onnxWriter } from '../onnx-writer.ts'
import { InferenceSession, Tensor } from '../onnxruntime.ts'
import type { AttentionShape } from './attention.ts'
import { gaussianNoise } from './gaussian-noise.ts'
import { graphOperations } from './graph-operations.ts'

const tokens = { query: 9, key: 14, value: 14 }
const width = 24

/** Runs one attention, as a graph for the CPU or for a GPU has it. */
async function attend(isGpu: boolean, shape: AttentionShape, counts: typeof tokens) {
  const onnx = onnxWriter()
  const { attention, input, output } = graphOperations(onnx, { precision: 'fp32', isGpu })
  const noise = gaussianNoise(4)
  const names = ['query', 'key', 'value'] as const
  const feeds = names.map((name) => {
    input(name, [2, `${name}_tokens`, width])
    return [name, new Tensor('float32', noise(2 * counts[name] * width), [2, counts[name], width])]
  })
  const mixed = attention({ query: 'query', key: 'key', value: 'value' }, shape)
  output(mixed, 'mixed', [2, 'tokens', width])
  const session = await InferenceSession.create(onnx.bytes())
  const results = await session.run(Object.fromEntries(feeds))
  return Array.from((results.mixed as Tensor).data as Float32Array)
}

test.for([
  ['text', { heads: 3, headWidth: 8, causalTokens: 14 }, { ...tokens, query: 14 }],
  ['pixels and text', { heads: 4, headWidth: 6 }, tokens],
  ['one head', { heads: 1, headWidth: 24 }, tokens],
] as const)('both kinds of graph attend alike: %s', async ([, shape, counts]) => {
  const fused = await attend(false, shape, counts)
  const byHead = await attend(true, shape, counts)
  expect(Math.max(...fused.map((one, at) => Math.abs(one - (byHead[at] ?? 0))))).toBeLessThan(1e-5)
  expect(fused).toHaveLength(2 * counts.query * width)
})
