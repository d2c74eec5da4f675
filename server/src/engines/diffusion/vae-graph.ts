import type { OnnxWriter } from '../onnx-writer.ts'
import { type GraphLayers, graphLayers } from './graph-layers.ts'
import type { GraphTarget } from './graph-operations.ts'
import type { Tensors } from './open-weights.ts'
import { resnet } from './resnet.ts'

interface VaeSettings {
  groups: number
  target: GraphTarget
}

const epsilon = 1e-6

/** Pixels from -1 to 1 to the mean of their latents. */
export async function writeVaeEncoder(onnx: OnnxWriter, tensors: Tensors, settings: VaeSettings) {
  const layers = graphLayers(onnx, tensors, settings.target)
  const { has, conv } = layers
  let x = await conv(layers.input('sample', ['batch', 3, 'height', 'width']), 'encoder.conv_in')
  for (let level = 0; has(`encoder.down_blocks.${level}.resnets.0.conv1.weight`); level++) {
    const name = `encoder.down_blocks.${level}`
    x = await resnets(layers, x, name, settings)
    const down = `${name}.downsamplers.0.conv`
    // Only the right and the bottom edge are padded.
    if (has(`${down}.weight`)) x = await conv(x, down, { stride: 2, pads: [0, 0, 1, 1] })
  }
  x = await middle(layers, x, 'encoder', settings)
  const moments = await conv(await lastLayers(layers, x, 'encoder', settings), 'quant_conv')
  const [latents = 0] = tensors.shape('post_quant_conv.weight')
  // The other half is the variance, which isn't used.
  const [mean] = onnx.node('Slice', [moments, onnx.ints([0]), onnx.ints([latents]), onnx.ints([1])])
  layers.output(mean, 'latent_sample', ['batch', latents, 'latent_height', 'latent_width'])
}

/** Latents to pixels from about -1 to 1. */
export async function writeVaeDecoder(onnx: OnnxWriter, tensors: Tensors, settings: VaeSettings) {
  const layers = graphLayers(onnx, tensors, settings.target)
  const { has, conv } = layers
  const [, latents = 0] = tensors.shape('post_quant_conv.weight')
  const shape = ['batch', latents, 'latent_height', 'latent_width']
  let x = await conv(layers.input('latent_sample', shape), 'post_quant_conv')
  x = await middle(layers, await conv(x, 'decoder.conv_in'), 'decoder', settings)
  for (let level = 0; has(`decoder.up_blocks.${level}.resnets.0.conv1.weight`); level++) {
    const name = `decoder.up_blocks.${level}`
    x = await resnets(layers, x, name, settings)
    const up = `${name}.upsamplers.0.conv`
    if (has(`${up}.weight`)) x = await conv(layers.enlarge(x), up)
  }
  const pixels = await lastLayers(layers, x, 'decoder', settings)
  layers.output(pixels, 'sample', ['batch', 3, 'height', 'width'])
}

async function resnets(
  layers: GraphLayers,
  start: string,
  level: string,
  { groups }: VaeSettings,
): Promise<string> {
  let x = start
  for (let layer = 0; layers.has(`${level}.resnets.${layer}.conv1.weight`); layer++) {
    x = await resnet(layers, x, `${level}.resnets.${layer}`, { groups, epsilon })
  }
  return x
}

async function middle(
  layers: GraphLayers,
  start: string,
  side: string,
  { groups }: VaeSettings,
): Promise<string> {
  const { linear } = layers
  const x = await resnet(layers, start, `${side}.mid_block.resnets.0`, { groups, epsilon })
  const name = `${side}.mid_block.attentions.0`
  const tokens = layers.toTokens(await layers.groupNorm(x, `${name}.group_norm`, groups, epsilon))
  const mixed = layers.attention(
    {
      query: await linear(tokens, `${name}.to_q`),
      key: await linear(tokens, `${name}.to_k`),
      value: await linear(tokens, `${name}.to_v`),
    },
    { heads: 1, headWidth: layers.headWidth(`${name}.to_q`, 1) },
  )
  const attended = layers.add(x, layers.toPixels(await linear(mixed, `${name}.to_out.0`), x))
  return resnet(layers, attended, `${side}.mid_block.resnets.1`, { groups, epsilon })
}

async function lastLayers(
  { conv, groupNorm, silu }: GraphLayers,
  x: string,
  side: string,
  { groups }: VaeSettings,
): Promise<string> {
  const normal = await groupNorm(x, `${side}.conv_norm_out`, groups, epsilon)
  return conv(silu(normal), `${side}.conv_out`)
}
