import type { OnnxWriter } from '../onnx-writer.ts'
import {
  type AttentionInputs,
  type AttentionShape,
  attendByHead,
  attendFused,
} from './attention.ts'

/** `int8` stores the matrices in 8 bits; everything else stays in single precision. */
export type Precision = 'fp32' | 'fp16' | 'int8'

/** What a graph is written for. */
export interface GraphTarget {
  precision: Precision
  isGpu: boolean
}

const elementTypes = { float: 1, float16: 10 }

/** Operations without weights. Each takes the names of its inputs and returns its output. */
export function graphOperations(onnx: OnnxWriter, { precision, isGpu }: GraphTarget) {
  const isHalf = precision === 'fp16'
  const constant = (name: string, shape: number[], data: Float32Array): string =>
    onnx.constant(name, shape, isHalf ? toHalves(data) : data)
  const cast = (x: string, to: keyof typeof elementTypes, outputs?: [string]) =>
    onnx.node('Cast', [x], { to: elementTypes[to] }, outputs)[0]
  const multiply = (a: string, b: string) => onnx.node('Mul', [a, b])[0]
  const sigmoid = (x: string) => onnx.node('Sigmoid', [x])[0]
  return {
    ...{ constant, multiply, sigmoid, ...reshapers(onnx), ...enlargers(onnx) },
    scalar: (value: number) => constant(`scalar_${value}`, [], Float32Array.of(value)),
    add: (a: string, b: string) => onnx.node('Add', [a, b])[0],
    silu: (x: string) => multiply(x, sigmoid(x)),
    attention: (inputs: AttentionInputs, shape: AttentionShape) =>
      isGpu ? attendByHead(onnx, constant, inputs, shape) : attendFused(onnx, inputs, shape),
    /** Numbers come in and go out in single precision. */
    input: (name: string, shape: (number | string)[]) => {
      const x = onnx.input(name, shape)
      return isHalf ? cast(x, 'float16') : x
    },
    output: (x: string, name: string, shape: (number | string)[]) => {
      onnx.output(name, shape)
      cast(x, 'float', [name])
    },
    /** To the precision of the network. */
    fromFloat: (x: string) => (isHalf ? cast(x, 'float16') : x),
  }
}

function reshapers(onnx: OnnxWriter) {
  const transpose = (x: string) => onnx.node('Transpose', [x], { perm: [0, 2, 1] })[0]
  return {
    /** Pixels to a row of tokens. */
    toTokens: (x: string) => transpose(onnx.node('Reshape', [x, onnx.ints([0, 0, -1])])[0]),
    /** Tokens back to pixels, in the shape of `like`. */
    toPixels: (tokens: string, like: string) =>
      onnx.node('Reshape', [transpose(tokens), ...onnx.node('Shape', [like])])[0],
    /** A row of channels, to be added to each pixel. */
    toColumn: (row: string) => onnx.node('Reshape', [row, onnx.ints([0, -1, 1, 1])])[0],
  }
}

const nearest = {
  mode: { text: 'nearest' },
  coordinate_transformation_mode: { text: 'asymmetric' },
  nearest_mode: { text: 'floor' },
}

function enlargers(onnx: OnnxWriter) {
  return {
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
  }
}

function toHalves(data: Float32Array): Uint16Array {
  return new Uint16Array(new Float16Array(data).buffer)
}
