import { type OnnxWriter, onnxWriter } from '../onnx-writer.ts'

/** A layer of a Keras model, as TensorFlow.js stores it. */
interface Layer {
  class_name: string
  name: string
  config: { activation?: string; size?: number[] }
  inbound_nodes: [name: string, ...rest: unknown[]][][]
}

interface KerasModel {
  modelTopology: { model_config: { config: { layers: Layer[] } } }
  weightsManifest: { weights: { name: string; shape: number[]; dtype: string }[] }[]
}

interface Weight {
  shape: number[]
  data: Float32Array
}

/** The output of a layer, and how many times each of its pixels is still to be repeated. */
interface Output {
  name: string
  repeat: number
}

/**
 * Converts an ESRGAN of TensorFlow.js to ONNX. Layers that this doesn't know throw, so a changed
 * package can't give wrong images.
 */
export function buildGraph(modelJson: string, weightBytes: Uint8Array): Uint8Array {
  const model = JSON.parse(modelJson) as KerasModel
  const weights = readWeights(model, Buffer.from(weightBytes))
  const onnx = onnxWriter()
  const outputs = new Map<string, Output>()
  const { layers } = model.modelTopology.model_config.config
  for (const layer of layers) {
    const inputs = (layer.inbound_nodes[0] ?? []).map(([name]) => outputs.get(name))
    const known = inputs.filter((input) => input !== undefined)
    if (known.length < inputs.length) throw new Error(`${layer.name} has an unknown input`)
    outputs.set(layer.name, addLayer(onnx, layer, known, weights))
  }
  onnx.node('Identity', [outputs.get(layers.at(-1)?.name ?? '')?.name ?? ''], {}, ['enlarged'])
  onnx.output('enlarged', [1, 3, 'height_out', 'width_out'])
  return onnx.bytes()
}

function readWeights(model: KerasModel, bytes: Buffer): Map<string, Weight> {
  const weights = new Map<string, Weight>()
  let at = 0
  for (const { name, shape, dtype } of model.weightsManifest.flatMap((group) => group.weights)) {
    if (dtype !== 'float32') throw new Error(`${name} is ${dtype}`)
    const count = shape.reduce((product, size) => product * size, 1)
    const data = Float32Array.from({ length: count }, (_, i) => bytes.readFloatLE(at + i * 4))
    weights.set(name, { shape, data })
    at += count * 4
  }
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes of weights are left over`)
  return weights
}

function addLayer(
  onnx: OnnxWriter,
  { class_name: kind, name, config }: Layer,
  inputs: Output[],
  weights: Map<string, Weight>,
): Output {
  const names = inputs.map((input) => input.name)
  const repeat = inputs[0]?.repeat ?? 1
  const plain = (output: string): Output => ({ name: output, repeat: 1 })
  if (kind === 'Conv2D' && config.activation === 'linear') {
    return plain(convolution(onnx, name, names[0] ?? '', repeat, weights))
  }
  if (repeat !== 1) throw new Error(`${name} follows an enlargement`)
  switch (kind) {
    case 'InputLayer':
      return plain(onnx.input('image', [1, 3, 'height', 'width']))
    case 'Concatenate':
      return plain(onnx.node('Concat', names, { axis: 1 })[0])
    case 'Add':
      return plain(names.reduce((sum, next) => onnx.node('Add', [sum, next])[0]))
    case 'UpSampling2D':
      return { name: names[0] ?? '', repeat: config.size?.[0] ?? 1 }
    case 'Activation':
      if (config.activation === 'relu') return plain(onnx.node('Relu', names)[0])
  }
  throw new Error(`Unknown layer ${kind} ${name}`)
}

/**
 * A convolution. Repeating each pixel before it, as Keras does, would take gigabytes at 8×. The
 * same sums come from a convolution of the small image with a kernel for each of the repeated
 * pixels, whose results are then put side by side.
 */
function convolution(
  onnx: OnnxWriter,
  name: string,
  input: string,
  repeat: number,
  weights: Map<string, Weight>,
): string {
  const kernel = weights.get(`${name}/kernel`)
  const bias = weights.get(`${name}/bias`)
  if (!kernel || !bias) throw new Error(`${name} has no weights`)
  const [side = 0, width = 0, into = 0, out = 0] = kernel.shape
  if (side !== width || (repeat > 1 && side !== 3)) throw new Error(`${name} is ${kernel.shape}`)
  const phases = repeat ** 2
  const turned = turnKernel(kernel.data, { side, into, out, repeat })
  const biases = Float32Array.from({ length: phases * out }, (_, i) => bias.data[i % out] ?? 0)
  const [result] = onnx.node(
    'Conv',
    [
      input,
      onnx.constant(`${name}/kernel`, [phases * out, into, side, side], turned),
      onnx.constant(`${name}/bias`, [phases * out], biases),
    ],
    { kernel_shape: [side, side], pads: Array(4).fill((side - 1) / 2) },
  )
  if (repeat === 1) return result
  return onnx.node('DepthToSpace', [result], { blocksize: repeat })[0]
}

/** From Keras' [height, width, in, out] to ONNX' [out, in, height, width], for every phase. */
export function turnKernel(
  data: Float32Array,
  { side, into, out, repeat }: { side: number; into: number; out: number; repeat: number },
): Float32Array {
  const turned = new Float32Array(repeat ** 2 * data.length)
  const centre = (side - 1) / 2
  // Where a row or column of the kernel falls in the small image, seen from one phase.
  const place = (phase: number, tap: number) => Math.floor((phase + tap - centre) / repeat) + centre
  for (let phase = 0; phase < repeat ** 2; phase++) {
    for (let tap = 0; tap < side * side; tap++) {
      const y = place(Math.floor(phase / repeat), Math.floor(tap / side))
      const x = place(phase % repeat, tap % side)
      for (let i = 0; i < into; i++) {
        for (let o = 0; o < out; o++) {
          const to = (((phase * out + o) * into + i) * side + y) * side + x
          turned[to] = (turned[to] as number) + (data[(tap * into + i) * out + o] as number)
        }
      }
    }
  }
  return turned
}
