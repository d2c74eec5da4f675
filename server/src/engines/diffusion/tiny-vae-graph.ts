import type { OnnxWriter } from '../onnx-writer.ts'
import { type GraphLayers, graphLayers } from './graph-layers.ts'
import type { GraphTarget } from './graph-operations.ts'
import type { Tensors } from './open-weights.ts'

/** TAESD's encoder: pixels from -1 to 1 to latents, already scaled for the UNet. */
export async function writeTinyEncoder(onnx: OnnxWriter, tensors: Tensors, target: GraphTarget) {
  const layers = graphLayers(onnx, tensors, target)
  const { scalar, add, multiply } = layers
  const image = layers.input('sample', ['batch', 3, 'height', 'width'])
  let x = multiply(add(image, scalar(1)), scalar(0.5))
  for (const name of namesOfLayers(tensors, 'encoder')) {
    // The convolutions without a bias halve the size.
    const isSmaller = layers.has(`${name}.weight`) && !layers.has(`${name}.bias`)
    x = isSmaller ? await layers.conv(x, name, { stride: 2 }) : await layer(onnx, layers, x, name)
  }
  layers.output(x, 'latent_sample', ['batch', 'latents', 'latent_height', 'latent_width'])
}

/** TAESD's decoder: latents as the UNet has them to pixels from about -1 to 1. */
export async function writeTinyDecoder(onnx: OnnxWriter, tensors: Tensors, target: GraphTarget) {
  const layers = graphLayers(onnx, tensors, target)
  const { scalar, add, multiply } = layers
  const shape = ['batch', 'latents', 'latent_height', 'latent_width']
  const latents = layers.input('latent_sample', shape)
  const [bounded] = onnx.node('Tanh', [multiply(latents, scalar(1 / 3))])
  let x = multiply(bounded, scalar(3))
  for (const [index, name] of namesOfLayers(tensors, 'decoder').entries()) {
    const isAfterUpscaling = layers.has(`${name}.weight`) && !layers.has(`${name}.bias`)
    x = await layer(onnx, layers, isAfterUpscaling ? layers.enlarge(x) : x, name)
    if (index === 0) [x] = onnx.node('Relu', [x])
  }
  const pixels = add(multiply(x, scalar(2)), scalar(-1))
  layers.output(pixels, 'sample', ['batch', 3, 'height', 'width'])
}

/** The layers that have weights, in order. */
function namesOfLayers(tensors: Tensors, side: string): string[] {
  const found = tensors.names.map((name) => new RegExp(`^${side}\\.layers\\.(\\d+)\\.`).exec(name))
  const numbers = new Set(found.map((match) => Number(match?.[1] ?? -1)).filter((one) => one >= 0))
  return [...numbers].sort((a, b) => a - b).map((number) => `${side}.layers.${number}`)
}

/** A convolution, or a block of three that is added to what comes in. */
async function layer(onnx: OnnxWriter, { has, conv, add }: GraphLayers, x: string, name: string) {
  if (has(`${name}.weight`)) return conv(x, name)
  const relu = (input: string) => onnx.node('Relu', [input])[0]
  const first = relu(await conv(x, `${name}.conv.0`))
  const second = relu(await conv(first, `${name}.conv.2`))
  const shortcut = has(`${name}.skip.weight`) ? await conv(x, `${name}.skip`) : x
  return relu(add(await conv(second, `${name}.conv.4`), shortcut))
}
