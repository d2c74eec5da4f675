import type { OnnxWriter } from '../onnx-writer.ts'
import type { GraphLayers } from './graph-layers.ts'
import type { Tensors } from './open-weights.ts'

/** The input `timestep` as waves of many lengths, then through two layers. */
export async function timeEmbedding(
  onnx: OnnxWriter,
  { linear, silu, fromFloat }: GraphLayers,
  tensors: Tensors,
): Promise<string> {
  const [, width = 0] = tensors.shape('time_embedding.linear_1.weight')
  const half = width / 2
  // In single precision, as the network was trained.
  const rate = Math.fround(-Math.log(10_000))
  const frequencies = Float32Array.from({ length: half }, (_, index) =>
    Math.exp(Math.fround(Math.fround(rate * index) / half)),
  )
  const timestep = onnx.input('timestep', [1])
  const [angles] = onnx.node('Mul', [
    timestep,
    onnx.constant('frequencies', [1, half], frequencies),
  ])
  const waves = ['Cos', 'Sin'].map((wave) => onnx.node(wave, [angles])[0])
  const [flat] = onnx.node('Concat', waves, { axis: 1 })
  const exact = { isExact: true }
  const middle = silu(await linear(fromFloat(flat), 'time_embedding.linear_1', exact))
  return silu(await linear(middle, 'time_embedding.linear_2', exact))
}
