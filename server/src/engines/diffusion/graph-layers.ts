import type { OnnxWriter } from '../onnx-writer.ts'
import { quantise } from '../quantise.ts'
import type { Tensors } from './open-weights.ts'
import { transpose } from './transpose.ts'
import { unusableWeights } from './unusable-weights.ts'

/** `int8` stores the matrices in 8 bits; everything else stays in single precision. */
export type Precision = 'fp32' | 'fp16' | 'int8'

const elementTypes = { float: 1, float16: 10 }

/** The layers that the networks share. Each takes the name of its tensors and returns its output. */
export function graphLayers(onnx: OnnxWriter, tensors: Tensors, precision: Precision) {
  const known = new Set(tensors.names)
  const has = (name: string) => known.has(name)
  const isHalf = precision === 'fp16'

  const constant = (name: string, shape: number[], data: Float32Array): string =>
    onnx.constant(name, shape, isHalf ? toHalves(data) : data)
  const scalar = (value: number) => constant(`scalar_${value}`, [], Float32Array.of(value))
  const cast = (x: string, to: keyof typeof elementTypes, outputs?: [string]) =>
    onnx.node('Cast', [x], { to: elementTypes[to] }, outputs)[0]
  const add = (a: string, b: string) => onnx.node('Add', [a, b])[0]
  const multiply = (a: string, b: string) => onnx.node('Mul', [a, b])[0]

  const sigmoid = (x: string) => onnx.node('Sigmoid', [x])[0]

  /** A vector that is added to, or multiplied with, each pixel (dimensions 3) or token (1). */
  const vector = async (name: string, dimensions: 1 | 3) => {
    const data = await tensors.read(name)
    const shape = dimensions === 1 ? [data.length] : [data.length, 1, 1]
    return constant(`${name}.${dimensions}`, shape, data)
  }

  const linear = async (x: string, name: string, { isExact = false } = {}): Promise<string> => {
    const [width = 0] = tensors.shape(`${name}.weight`)
    const rows = await tensors.read(`${name}.weight`)
    const depth = rows.length / width
    const bias = has(`${name}.bias`) ? [await vector(`${name}.bias`, 1)] : []
    if (precision === 'int8' && !isExact) {
      const { values, scales } = quantise(rows, width, depth)
      const weight = onnx.constant(`${name}.weight`, [depth, width], values)
      const scale = onnx.constant(`${name}.scale`, [width], scales)
      const inputs = [x, weight, scale, '', ...bias]
      return onnx.node('DynamicQuantizeMatMul', inputs, {}, undefined, 'com.microsoft')[0]
    }
    const weight = constant(`${name}.weight`, [depth, width], transpose(rows, width, depth))
    const [product] = onnx.node('MatMul', [x, weight])
    return bias.reduce(add, product)
  }

  const conv = async (x: string, name: string, { stride = 1, pads = [-1] } = {}) => {
    const shape = tensors.shape(`${name}.weight`)
    const [, , height = 0, width = 0] = shape
    const same = [height, width, height, width].map((size) => (size - 1) / 2)
    const weight = constant(`${name}.weight`, shape, await tensors.read(`${name}.weight`))
    const bias = has(`${name}.bias`)
      ? [constant(`${name}.bias`, shape.slice(0, 1), await tensors.read(`${name}.bias`))]
      : []
    const attributes = {
      kernel_shape: [height, width],
      strides: [stride, stride],
      pads: pads[0] === -1 ? same : pads,
    }
    return onnx.node('Conv', [x, weight, ...bias], attributes)[0]
  }

  const groupNorm = async (x: string, name: string, groups: number, epsilon: number) => {
    const [shape] = onnx.node('Shape', [x])
    const [grouped] = onnx.node('Reshape', [x, onnx.ints([0, groups, -1])])
    const ones = constant(`ones_${groups}`, [groups], new Float32Array(groups).fill(1))
    const zeros = constant(`zeros_${groups}`, [groups], new Float32Array(groups))
    const settings = { epsilon: { float: epsilon } }
    const [even] = onnx.node('InstanceNormalization', [grouped, ones, zeros], settings)
    const [whole] = onnx.node('Reshape', [even, shape])
    return add(multiply(whole, await vector(`${name}.weight`, 3)), await vector(`${name}.bias`, 3))
  }

  return {
    ...{ has, constant, scalar, cast, add, multiply, linear, conv, groupNorm },
    layerNorm: async (x: string, name: string) => {
      const inputs = [x, await vector(`${name}.weight`, 1), await vector(`${name}.bias`, 1)]
      return onnx.node('LayerNormalization', inputs, { epsilon: { float: 1e-5 } })[0]
    },
    sigmoid,
    silu: (x: string) => multiply(x, sigmoid(x)),
    /** Settings come from outside, and the runtime's message would name no tensor. */
    checkHeads: (name: string, heads: number) => {
      const [width = 0] = tensors.shape(`${name}.weight`)
      if (width % heads === 0) return
      throw unusableWeights(`${name} has a width of ${width}, which ${heads} heads can't share`)
    },
    /** In pieces: all weights of one layer at once would take 0.5 GB at 512 × 512. */
    attention: (query: string, key: string, value: string, heads: number, isCausal = false) => {
      const settings = { num_heads: heads, unidirectional: isCausal ? 1 : 0 }
      const inputs = [query, key, value]
      return onnx.node('MultiHeadAttention', inputs, settings, undefined, 'com.microsoft')[0]
    },
    /** Pixels to a row of tokens. */
    toTokens: (x: string) => {
      const [flat] = onnx.node('Reshape', [x, onnx.ints([0, 0, -1])])
      return onnx.node('Transpose', [flat], { perm: [0, 2, 1] })[0]
    },
    /** A row of channels, to be added to each pixel. */
    toColumn: (row: string) => onnx.node('Reshape', [row, onnx.ints([0, -1, 1, 1])])[0],
    /** Tokens back to pixels, in the shape of `like`. */
    toPixels: (tokens: string, like: string) => {
      const [turned] = onnx.node('Transpose', [tokens], { perm: [0, 2, 1] })
      return onnx.node('Reshape', [turned, ...onnx.node('Shape', [like])])[0]
    },
    /** Doubles width and height. */
    enlarge: (x: string) => {
      const scales = onnx.constant('twice', [4], Float32Array.of(1, 1, 2, 2))
      return onnx.node('Resize', [x, '', scales], nearest)[0]
    },
    /** Enlarges to the width and height of `like`, which may be odd. */
    enlargeTo: (x: string, like: string) => {
      const [outer] = onnx.node('Shape', [x], { end: 2 })
      const [inner] = onnx.node('Shape', [like], { start: 2 })
      const [sizes] = onnx.node('Concat', [outer, inner], { axis: 0 })
      return onnx.node('Resize', [x, '', '', sizes], nearest)[0]
    },
    /** Numbers come in and go out in single precision. */
    input: (name: string, shape: (number | string)[]) => {
      const x = onnx.input(name, shape)
      return isHalf ? cast(x, 'float16') : x
    },
    output: (x: string, name: string, shape: (number | string)[]) => {
      onnx.output(name, shape)
      cast(x, 'float', [name])
    },
    /** In the precision of the network. */
    fromFloat: (x: string) => (isHalf ? cast(x, 'float16') : x),
  }
}

export type GraphLayers = ReturnType<typeof graphLayers>

const nearest = {
  mode: { text: 'nearest' },
  coordinate_transformation_mode: { text: 'asymmetric' },
  nearest_mode: { text: 'floor' },
}

function toHalves(data: Float32Array): Uint16Array {
  return new Uint16Array(new Float16Array(data).buffer)
}
