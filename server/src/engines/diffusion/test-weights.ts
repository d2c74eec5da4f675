import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gaussianNoise } from './gaussian-noise.ts'

export type Shapes = Map<string, number[]>

export interface ModelSizes {
  /** Of each level of the UNet. The last level has no attention. */
  unet: number[]
  inputChannels: number
  vae: number[]
  text: { width: number; layers: number; vocabulary: number; positions: number }
}

/** The smallest model that has every kind of layer. */
export const tinySizes: ModelSizes = {
  unet: [8, 8, 16, 16],
  inputChannels: 9,
  vae: [8, 8, 16, 16],
  text: { width: 16, layers: 2, vocabulary: 49_408, positions: 77 },
}
export const tinyHeads = { textHeads: 2, unetHeads: 4, normGroups: 4 }

export const sizesOfStableDiffusion: ModelSizes = {
  unet: [320, 640, 1280, 1280],
  inputChannels: 9,
  vae: [128, 256, 512, 512],
  text: { width: 768, layers: 12, vocabulary: 49_408, positions: 77 },
}

const layersPerLevel = 2

/** The tensors of a UNet, under the names of diffusers. */
export function unetShapes({ unet: channels, inputChannels, text }: ModelSizes): Shapes {
  const all = shapeList()
  const [first = 0, last = 0] = [channels[0], channels.at(-1)]
  const time = first * 4
  const block = (name: string, into: number, width: number, hasAttention: boolean) => {
    const at = name.lastIndexOf('.')
    all.resnet(`${name.slice(0, at)}.resnets${name.slice(at)}`, into, width, time)
    const attention = `${name.slice(0, at)}.attentions${name.slice(at)}`
    if (hasAttention) addTransformer(all, attention, width, text.width)
  }
  all.conv('conv_in', inputChannels, first)
  all.linear('time_embedding.linear_1', first, time)
  all.linear('time_embedding.linear_2', time, time)
  const skips = [first]
  let width = first
  for (const [level, next] of channels.entries()) {
    for (let layer = 0; layer < layersPerLevel; layer++) {
      block(`down_blocks.${level}.${layer}`, width, next, level < channels.length - 1)
      width = next
      skips.push(width)
    }
    if (level === channels.length - 1) continue
    all.conv(`down_blocks.${level}.downsamplers.0.conv`, width, width)
    skips.push(width)
  }
  block('mid_block.0', last, last, true)
  all.resnet('mid_block.resnets.1', last, last, time)
  for (const [level, next] of channels.toReversed().entries()) {
    for (let layer = 0; layer <= layersPerLevel; layer++) {
      block(`up_blocks.${level}.${layer}`, width + (skips.pop() ?? 0), next, level > 0)
      width = next
    }
    if (level < channels.length - 1) all.conv(`up_blocks.${level}.upsamplers.0.conv`, width, width)
  }
  all.norm('conv_norm_out', first)
  all.conv('conv_out', first, 4)
  return all.shapes
}

function addTransformer(all: ShapeList, name: string, width: number, context: number): void {
  all.norm(`${name}.norm`, width)
  all.conv(`${name}.proj_in`, width, width, 1)
  const block = `${name}.transformer_blocks.0`
  for (const [attention, from] of [
    ['attn1', width],
    ['attn2', context],
  ] as const) {
    all.linear(`${block}.${attention}.to_q`, width, width, false)
    all.linear(`${block}.${attention}.to_k`, from, width, false)
    all.linear(`${block}.${attention}.to_v`, from, width, false)
    all.linear(`${block}.${attention}.to_out.0`, width, width)
  }
  for (const norm of ['norm1', 'norm2', 'norm3']) all.norm(`${block}.${norm}`, width)
  all.linear(`${block}.ff.net.0.proj`, width, width * 8)
  all.linear(`${block}.ff.net.2`, width * 4, width)
  all.conv(`${name}.proj_out`, width, width, 1)
}

export function vaeShapes({ vae: channels }: ModelSizes): Shapes {
  const all = shapeList()
  const [first = 0, last = 0] = [channels[0], channels.at(-1)]
  const side = (name: string, levels: number[], layers: number, from: number, resize: string) => {
    let width = from
    for (const [level, next] of levels.entries()) {
      for (let layer = 0; layer < layers; layer++) {
        all.resnet(`${name}_blocks.${level}.resnets.${layer}`, width, next)
        width = next
      }
      if (level < levels.length - 1)
        all.conv(`${name}_blocks.${level}.${resize}.0.conv`, width, width)
    }
  }
  all.conv('encoder.conv_in', 3, first)
  side('encoder.down', channels, layersPerLevel, first, 'downsamplers')
  side('decoder.up', channels.toReversed(), layersPerLevel + 1, last, 'upsamplers')
  for (const name of ['encoder', 'decoder']) {
    all.resnet(`${name}.mid_block.resnets.0`, last, last)
    all.resnet(`${name}.mid_block.resnets.1`, last, last)
    all.norm(`${name}.mid_block.attentions.0.group_norm`, last)
    for (const part of ['to_q', 'to_k', 'to_v', 'to_out.0']) {
      all.linear(`${name}.mid_block.attentions.0.${part}`, last, last)
    }
  }
  all.norm('encoder.conv_norm_out', last)
  all.conv('encoder.conv_out', last, 8)
  all.conv('quant_conv', 8, 8, 1)
  all.conv('post_quant_conv', 4, 4, 1)
  all.conv('decoder.conv_in', 4, last)
  all.norm('decoder.conv_norm_out', first)
  all.conv('decoder.conv_out', first, 3)
  return all.shapes
}

export function textShapes({ text: { width, layers, vocabulary, positions } }: ModelSizes): Shapes {
  const all = shapeList()
  all.shapes.set('embeddings.token_embedding.weight', [vocabulary, width])
  all.shapes.set('embeddings.position_embedding.weight', [positions, width])
  for (let layer = 0; layer < layers; layer++) {
    const name = `encoder.layers.${layer}`
    for (const part of ['q_proj', 'k_proj', 'v_proj', 'out_proj']) {
      all.linear(`${name}.self_attn.${part}`, width, width)
    }
    all.norm(`${name}.layer_norm1`, width)
    all.norm(`${name}.layer_norm2`, width)
    all.linear(`${name}.mlp.fc1`, width, width * 4)
    all.linear(`${name}.mlp.fc2`, width * 4, width)
  }
  all.norm('final_layer_norm', width)
  return all.shapes
}

type ShapeList = ReturnType<typeof shapeList>

export function shapeList() {
  const shapes: Shapes = new Map()
  const add = (name: string, weight: number[], hasBias = true) => {
    shapes.set(`${name}.weight`, weight)
    if (hasBias) shapes.set(`${name}.bias`, weight.slice(0, 1))
  }
  const conv = (name: string, into: number, out: number, side = 3, hasBias = true) =>
    add(name, [out, into, side, side], hasBias)
  const norm = (name: string, width: number) => add(name, [width])
  const linear = (name: string, into: number, out: number, hasBias = true) =>
    add(name, [out, into], hasBias)
  const resnet = (name: string, into: number, out: number, time?: number) => {
    norm(`${name}.norm1`, into)
    conv(`${name}.conv1`, into, out)
    if (time !== undefined) linear(`${name}.time_emb_proj`, time, out)
    norm(`${name}.norm2`, out)
    conv(`${name}.conv2`, out, out)
    if (into !== out) conv(`${name}.conv_shortcut`, into, out, 1)
  }
  return { shapes, conv, norm, linear, resnet }
}

export type Values = Map<string, Float32Array>

/** Random weights of a size that keeps values between layers near 1. */
export function randomWeights(shapes: Shapes, seed: number): Values {
  const noise = gaussianNoise(seed)
  return new Map(
    [...shapes].map(([name, shape]) => {
      const count = shape.reduce((product, size) => product * size, 1)
      const isNorm = name.endsWith('.weight') && shape.length === 1
      const scale = shape.length === 1 ? 0.1 : (count / (shape[0] ?? 1)) ** -0.5
      return [name, noise(count).map((value) => value * scale + (isNorm ? 1 : 0))]
    }),
  )
}

/** Writes a safetensors file. */
export async function writeWeights(path: string, shapes: Shapes, values: Values): Promise<void> {
  let end = 0
  const header = Object.fromEntries(
    [...shapes].map(([name, shape]) => {
      const start = end
      end += (values.get(name)?.length ?? 0) * 4
      return [name, { dtype: 'F32', shape, data_offsets: [start, end] }]
    }),
  )
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(json.length))
  const data = [...shapes.keys()].map((name) => {
    const { buffer, byteOffset, byteLength } = values.get(name) ?? new Float32Array()
    return Buffer.from(buffer, byteOffset, byteLength)
  })
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.concat([length, json, ...data]))
}

/** Writes a model as diffusers does, and returns its values. */
export async function writeModel(folder: string, sizes: ModelSizes = tinySizes) {
  const parts = {
    text_encoder: textShapes(sizes),
    unet: unetShapes(sizes),
    vae: vaeShapes(sizes),
  }
  const values = new Map<string, Values>()
  for (const [index, [part, shapes]] of Object.entries(parts).entries()) {
    const random = randomWeights(shapes, index + 1)
    values.set(part, random)
    await writeWeights(join(folder, part, 'model.safetensors'), shapes, random)
  }
  const { textHeads, unetHeads, normGroups } = tinyHeads
  const write = (part: string, config: object) =>
    writeFile(join(folder, part, 'config.json'), JSON.stringify(config))
  await write('text_encoder', { num_attention_heads: textHeads })
  await write('unet', { attention_head_dim: unetHeads, norm_num_groups: normGroups })
  await write('vae', { norm_num_groups: normGroups })
  return { folder, parts, values }
}
