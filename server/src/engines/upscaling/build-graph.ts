import { type OnnxWriter, onnxWriter } from '../onnx-writer.ts'

/** A layer of a Keras model, as TensorFlow.js stores it. */
interface Layer {
  class_name: string
  name: string
  config: { activation?: string }
  inbound_nodes: [name: string, ...rest: unknown[]][][]
}

interface StoredWeight {
  name: string
  shape: number[]
  dtype: string
  /** Each weight is a byte: value = byte · scale + min. */
  quantization?: { dtype: string; scale: number; min: number }
}

interface KerasModel {
  modelTopology: { model_config: { config: { layers: Layer[] } } }
  weightsManifest: { weights: StoredWeight[] }[]
}

interface Weight {
  shape: number[]
  data: Float32Array
}

/**
 * Converts the ESRGAN of TensorFlow.js to ONNX. Layers that this doesn't know throw, so a changed
 * package can't give wrong images.
 */
export function buildGraph(modelJson: string, weightBytes: Uint8Array): Uint8Array {
  const model = JSON.parse(modelJson) as KerasModel
  const weights = readWeights(model, weightBytes)
  const onnx = onnxWriter()
  const outputs = new Map<string, string>()
  const { layers } = model.modelTopology.model_config.config
  for (const layer of layers) {
    const inputs = (layer.inbound_nodes[0] ?? []).map(([name]) => outputs.get(name))
    const known = inputs.filter((input) => input !== undefined)
    if (known.length < inputs.length) throw new Error(`${layer.name} has an unknown input`)
    outputs.set(layer.name, addLayer(onnx, layer, known, weights))
  }
  onnx.node('Identity', [outputs.get(layers.at(-1)?.name ?? '') ?? ''], {}, ['enlarged'])
  onnx.output('enlarged', [1, 3, 'height_out', 'width_out'])
  return onnx.bytes()
}

function readWeights(model: KerasModel, bytes: Uint8Array): Map<string, Weight> {
  const weights = new Map<string, Weight>()
  let at = 0
  for (const { name, shape, quantization } of model.weightsManifest.flatMap((one) => one.weights)) {
    if (quantization?.dtype !== 'uint8') throw new Error(`${name} isn't stored in bytes`)
    const { scale, min } = quantization
    const count = shape.reduce((product, size) => product * size, 1)
    const stored = bytes.subarray(at, at + count)
    weights.set(name, { shape, data: Float32Array.from(stored, (byte) => byte * scale + min) })
    at += count
  }
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes of weights are left over`)
  return weights
}

/** How much of each block is added to what goes around it. */
const beta = 0.2

function addLayer(
  onnx: OnnxWriter,
  { class_name: kind, name, config }: Layer,
  inputs: string[],
  weights: Map<string, Weight>,
): string {
  switch (kind) {
    case 'InputLayer':
      return onnx.input('image', [1, 3, 'height', 'width'])
    case 'Concatenate':
      return onnx.node('Concat', inputs, { axis: 1 })[0]
    case 'Add':
      return inputs.reduce((sum, next) => onnx.node('Add', [sum, next])[0])
    case 'MultiplyBeta':
      return onnx.node('Mul', [
        inputs[0] ?? '',
        onnx.constant('beta', [1], Float32Array.of(beta)),
      ])[0]
    case 'PixelShuffle4x':
      return onnx.node('DepthToSpace', inputs, { blocksize: 4 })[0]
    case 'Activation':
      if (config.activation === 'relu') return onnx.node('Relu', inputs)[0]
      break
    case 'Conv2D':
      if (config.activation === 'linear') return convolution(onnx, name, inputs[0] ?? '', weights)
  }
  throw new Error(`Unknown layer ${kind} ${name}`)
}

function convolution(
  onnx: OnnxWriter,
  name: string,
  input: string,
  weights: Map<string, Weight>,
): string {
  const kernel = weights.get(`${name}/kernel`)
  const bias = weights.get(`${name}/bias`)
  if (!kernel || !bias) throw new Error(`${name} has no weights`)
  const [side = 0, width = 0, into = 0, out = 0] = kernel.shape
  if (side !== width || side % 2 === 0) throw new Error(`${name} is ${kernel.shape}`)
  const turned = turnKernel(kernel.data, { side, into, out })
  return onnx.node(
    'Conv',
    [
      input,
      onnx.constant(`${name}/kernel`, [out, into, side, side], turned),
      onnx.constant(`${name}/bias`, [out], bias.data),
    ],
    { kernel_shape: [side, side], pads: Array(4).fill((side - 1) / 2) },
  )[0]
}

/** From Keras' [height, width, in, out] to ONNX' [out, in, height, width]. */
function turnKernel(
  data: Float32Array,
  { side, into, out }: { side: number; into: number; out: number },
): Float32Array {
  const taps = side * side
  return Float32Array.from({ length: data.length }, (_, to) => {
    const tap = to % taps
    const i = Math.floor(to / taps) % into
    const o = Math.floor(to / (taps * into))
    return data[(tap * into + i) * out + o] as number
  })
}
