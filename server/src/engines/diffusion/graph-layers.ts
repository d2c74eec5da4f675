import type { OnnxWriter } from '../onnx-writer.ts'
import { quantise } from '../quantise.ts'
import { type GraphTarget, graphOperations } from './graph-operations.ts'
import type { Tensors } from './open-weights.ts'
import { transpose } from './transpose.ts'
import { unusableWeights } from './unusable-weights.ts'

/** The layers that the networks share. Each takes the name of its tensors and returns its output. */
export function graphLayers(onnx: OnnxWriter, tensors: Tensors, target: GraphTarget) {
  const known = new Set(tensors.names)
  const operations = graphOperations(onnx, target)
  const build: Build = { onnx, tensors, ...target, operations, has: (name) => known.has(name) }
  return {
    ...operations,
    has: build.has,
    linear: (x: string, name: string, options: { isExact?: boolean } = {}) =>
      linear(build, x, name, options),
    conv: (x: string, name: string, options: { stride?: number; pads?: number[] } = {}) =>
      conv(build, x, name, options),
    groupNorm: (x: string, name: string, groups: number, epsilon: number) =>
      groupNorm(build, x, name, { groups, epsilon }),
    layerNorm: async (x: string, name: string) => {
      const [scale, shift] = [
        await vector(build, name, 'weight'),
        await vector(build, name, 'bias'),
      ]
      const settings = { epsilon: { float: 1e-5 } }
      return onnx.node('LayerNormalization', [x, scale, shift], settings)[0]
    },
    /** The number of heads comes from outside, and the runtime's message would name no tensor. */
    headWidth: (name: string, heads: number) => {
      const [width = 0] = tensors.shape(`${name}.weight`)
      if (width % heads === 0) return width / heads
      throw unusableWeights(`${name} has a width of ${width}, which ${heads} heads can't share`)
    },
  }
}

export type GraphLayers = ReturnType<typeof graphLayers>

interface Build extends GraphTarget {
  onnx: OnnxWriter
  tensors: Tensors
  operations: ReturnType<typeof graphOperations>
  has(name: string): boolean
}

/** One value per token's channel; with `dimensions` 3, one per pixel's channel. */
async function vector(
  { tensors, operations }: Build,
  name: string,
  kind: 'weight' | 'bias',
  dimensions: 1 | 3 = 1,
): Promise<string> {
  const data = await tensors.read(`${name}.${kind}`)
  const shape = dimensions === 1 ? [data.length] : [data.length, 1, 1]
  return operations.constant(`${name}.${kind}`, shape, data)
}

async function linear(
  build: Build,
  x: string,
  name: string,
  { isExact = false }: { isExact?: boolean },
): Promise<string> {
  const { onnx, tensors, precision, operations } = build
  const [width = 0] = tensors.shape(`${name}.weight`)
  const rows = await tensors.read(`${name}.weight`)
  const depth = rows.length / width
  const bias = build.has(`${name}.bias`) ? [await vector(build, name, 'bias')] : []
  if (precision === 'int8' && !isExact) {
    const { values, scales } = quantise(rows, width, depth)
    const weight = onnx.constant(`${name}.weight`, [depth, width], values)
    const scale = onnx.constant(`${name}.scale`, [width], scales)
    const inputs = [x, weight, scale, '', ...bias]
    return onnx.node('DynamicQuantizeMatMul', inputs, {}, undefined, 'com.microsoft')[0]
  }
  const columns = transpose(rows, width, depth)
  const weight = operations.constant(`${name}.weight`, [depth, width], columns)
  return bias.reduce(operations.add, onnx.node('MatMul', [x, weight])[0])
}

async function conv(
  build: Build,
  x: string,
  name: string,
  { stride = 1, pads }: { stride?: number; pads?: number[] },
): Promise<string> {
  const { onnx, tensors, operations } = build
  const [out = 0, into = 0, height = 0, width = 0] = tensors.shape(`${name}.weight`)
  const same = [height, width, height, width].map((size) => (size - 1) / 2)
  const data = await tensors.read(`${name}.weight`)
  // WebGPU returned wrong numbers for 9 channels, and right ones for 12.
  const extra = build.isGpu && into === 9 ? 3 : 0
  const shape = [out, into + extra, height, width]
  const weight = operations.constant(`${name}.weight`, shape, padRows(data, out, shape))
  const input = extra > 0 ? repeatChannels(onnx, x, extra) : x
  const bias = build.has(`${name}.bias`) ? [await vector(build, name, 'bias')] : []
  const attributes = {
    kernel_shape: [height, width],
    strides: [stride, stride],
    pads: pads ?? same,
  }
  return onnx.node('Conv', [input, weight, ...bias], attributes)[0]
}

/** Adds the first channels again. Their weights are 0. */
function repeatChannels(onnx: OnnxWriter, x: string, count: number): string {
  const [first] = onnx.node('Slice', [x, onnx.ints([0]), onnx.ints([count]), onnx.ints([1])])
  return onnx.node('Concat', [x, first], { axis: 1 })[0]
}

function padRows(data: Float32Array, rows: number, shape: number[]): Float32Array {
  const length = shape.reduce((product, size) => product * size, 1)
  if (length === data.length) return data
  const padded = new Float32Array(length)
  const width = data.length / rows
  for (let row = 0; row < rows; row++) {
    padded.set(data.subarray(row * width, (row + 1) * width), (row * length) / rows)
  }
  return padded
}

async function groupNorm(
  build: Build,
  x: string,
  name: string,
  { groups, epsilon }: { groups: number; epsilon: number },
): Promise<string> {
  const { onnx, operations } = build
  const [shape] = onnx.node('Shape', [x])
  const [grouped] = onnx.node('Reshape', [x, onnx.ints([0, groups, -1])])
  const ones = operations.constant(`ones_${groups}`, [groups], new Float32Array(groups).fill(1))
  const zeros = operations.constant(`zeros_${groups}`, [groups], new Float32Array(groups))
  const settings = { epsilon: { float: epsilon } }
  const [even] = onnx.node('InstanceNormalization', [grouped, ones, zeros], settings)
  const [whole] = onnx.node('Reshape', [even, shape])
  const scaled = operations.multiply(whole, await vector(build, name, 'weight', 3))
  return operations.add(scaled, await vector(build, name, 'bias', 3))
}
