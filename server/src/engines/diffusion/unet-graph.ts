import type { OnnxWriter } from '../onnx-writer.ts'
import { type GraphLayers, graphLayers } from './graph-layers.ts'
import type { GraphTarget } from './graph-operations.ts'
import type { Tensors } from './open-weights.ts'
import { resnet } from './resnet.ts'
import { timeEmbedding } from './time-embedding.ts'

export interface UnetSettings {
  heads: number
  groups: number
  target: GraphTarget
}

/** What all parts of the network need. */
interface Network extends GraphLayers {
  settings: UnetSettings
  /** The embedding of the time, and the states of the text encoder. */
  time: string
  context: string
}

/** Predicts the noise in `sample`. Sizes, levels and layers follow from the tensors. */
export async function writeUnet(onnx: OnnxWriter, tensors: Tensors, settings: UnetSettings) {
  const layers = graphLayers(onnx, tensors, settings.target)
  const [, channels = 0] = tensors.shape('conv_in.weight')
  const [out = 0] = tensors.shape('conv_out.weight')
  const sample = layers.input('sample', ['batch', channels, 'height', 'width'])
  const attention = 'transformer_blocks.0.attn2.to_k.weight'
  const [, contextWidth = 0] = tensors.shape(`mid_block.attentions.0.${attention}`)
  const context = layers.input('encoder_hidden_states', ['batch', 'tokens', contextWidth])
  const time = await timeEmbedding(onnx, layers, tensors)
  const network: Network = { ...layers, settings, time, context }
  let x = await layers.conv(sample, 'conv_in')
  const skips = [x]
  x = await goDown(onnx, network, x, skips)
  x = await resnetWithTime(network, x, 'mid_block.resnets.0')
  x = await transformer(onnx, network, x, 'mid_block.attentions.0')
  x = await resnetWithTime(network, x, 'mid_block.resnets.1')
  x = await goUp(onnx, network, x, skips)
  x = layers.silu(await layers.groupNorm(x, 'conv_norm_out', settings.groups, 1e-5))
  layers.output(await layers.conv(x, 'conv_out'), 'out_sample', ['batch', out, 'height', 'width'])
}

async function goDown(onnx: OnnxWriter, network: Network, start: string, skips: string[]) {
  let x = start
  for (let level = 0; network.has(`down_blocks.${level}.resnets.0.conv1.weight`); level++) {
    const name = `down_blocks.${level}`
    for (let layer = 0; network.has(`${name}.resnets.${layer}.conv1.weight`); layer++) {
      x = await layerPair(onnx, network, x, name, layer)
      skips.push(x)
    }
    if (!network.has(`${name}.downsamplers.0.conv.weight`)) continue
    x = await network.conv(x, `${name}.downsamplers.0.conv`, { stride: 2 })
    skips.push(x)
  }
  return x
}

async function goUp(onnx: OnnxWriter, network: Network, start: string, skips: string[]) {
  let x = start
  for (let level = 0; network.has(`up_blocks.${level}.resnets.0.conv1.weight`); level++) {
    const name = `up_blocks.${level}`
    for (let layer = 0; network.has(`${name}.resnets.${layer}.conv1.weight`); layer++) {
      ;[x] = onnx.node('Concat', [x, skips.pop() ?? ''], { axis: 1 })
      x = await layerPair(onnx, network, x, name, layer)
    }
    if (!network.has(`${name}.upsamplers.0.conv.weight`)) continue
    const large = network.enlargeTo(x, skips.at(-1) ?? '')
    x = await network.conv(large, `${name}.upsamplers.0.conv`)
  }
  return x
}

/** A residual block, and a transformer if this level has them. */
async function layerPair(
  onnx: OnnxWriter,
  network: Network,
  x: string,
  level: string,
  layer: number,
): Promise<string> {
  const result = await resnetWithTime(network, x, `${level}.resnets.${layer}`)
  const attention = `${level}.attentions.${layer}`
  if (!network.has(`${attention}.norm.weight`)) return result
  return transformer(onnx, network, result, attention)
}

function resnetWithTime(network: Network, x: string, name: string): Promise<string> {
  const { settings, time } = network
  return resnet(network, x, name, { groups: settings.groups, epsilon: 1e-5, time })
}

async function transformer(onnx: OnnxWriter, network: Network, x: string, name: string) {
  const normal = await network.groupNorm(x, `${name}.norm`, network.settings.groups, 1e-6)
  let tokens = await network.linear(network.toTokens(normal), `${name}.proj_in`)
  for (let index = 0; network.has(`${name}.transformer_blocks.${index}.norm1.weight`); index++) {
    tokens = await block(onnx, network, tokens, `${name}.transformer_blocks.${index}`)
  }
  const result = await network.linear(tokens, `${name}.proj_out`)
  return network.add(x, network.toPixels(result, x))
}

/** Each pixel looks at all others, then at the text, then at itself. */
async function block(onnx: OnnxWriter, network: Network, tokens: string, name: string) {
  const { linear, layerNorm, add, multiply, context } = network
  const attend = async (x: string, to: string, attention: string) => {
    const { heads } = network.settings
    const mixed = network.attention(
      {
        query: await linear(x, `${attention}.to_q`),
        key: await linear(to, `${attention}.to_k`),
        value: await linear(to, `${attention}.to_v`),
      },
      { heads, headWidth: network.headWidth(`${attention}.to_q`, heads) },
    )
    return linear(mixed, `${attention}.to_out.0`)
  }
  let x = tokens
  const own = await layerNorm(x, `${name}.norm1`)
  x = add(x, await attend(own, own, `${name}.attn1`))
  x = add(x, await attend(await layerNorm(x, `${name}.norm2`), context, `${name}.attn2`))
  const wide = await linear(await layerNorm(x, `${name}.norm3`), `${name}.ff.net.0.proj`)
  const [value = '', gate = ''] = onnx.node('Split', [wide], { axis: 2, num_outputs: 2 }, [
    `${name}.value`,
    `${name}.gate`,
  ])
  const gated = multiply(value, onnx.node('Gelu', [gate])[0])
  return add(x, await linear(gated, `${name}.ff.net.2`))
}
