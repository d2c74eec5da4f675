/** The networks in plain loops, as their authors describe them, for the smallest model. */
import {
  add,
  attend,
  enlarge,
  type Grid,
  gelu,
  grid,
  join,
  map,
  type PlainLayers,
  silu,
} from './test-layers.ts'
import { tinyHeads } from './test-weights.ts'

const { normGroups: groups, unetHeads, textHeads } = tinyHeads

function resnet(net: PlainLayers, x: Grid, name: string, epsilon: number, time?: Grid): Grid {
  let inner = net.conv(silu(net.groupNorm(x, `${name}.norm1`, groups, epsilon)), `${name}.conv1`)
  if (time) {
    const shift = net.linear(silu(time), `${name}.time_emb_proj`)
    const count = inner.height * inner.width
    inner = map(inner, (value, index) => value + (shift.values[Math.floor(index / count)] ?? 0))
  }
  const result = net.conv(
    silu(net.groupNorm(inner, `${name}.norm2`, groups, epsilon)),
    `${name}.conv2`,
  )
  const shortcut = `${name}.conv_shortcut`
  return add(net.has(shortcut) ? net.conv(x, shortcut) : x, result)
}

function transformer(net: PlainLayers, x: Grid, name: string, context: Grid): Grid {
  const block = `${name}.transformer_blocks.0`
  const look = (from: Grid, to: Grid, attention: string) =>
    net.linear(
      attend(
        net.linear(from, `${block}.${attention}.to_q`),
        net.linear(to, `${block}.${attention}.to_k`),
        net.linear(to, `${block}.${attention}.to_v`),
        unetHeads,
      ),
      `${block}.${attention}.to_out.0`,
    )
  let tokens = net.conv(net.groupNorm(x, `${name}.norm`, groups, 1e-6), `${name}.proj_in`)
  const own = net.layerNorm(tokens, `${block}.norm1`)
  tokens = add(tokens, look(own, own, 'attn1'))
  tokens = add(tokens, look(net.layerNorm(tokens, `${block}.norm2`), context, 'attn2'))
  const wide = net.linear(net.layerNorm(tokens, `${block}.norm3`), `${block}.ff.net.0.proj`)
  const half = wide.values.length / 2
  const gated = map(grid(wide.channels / 2, wide.height, wide.width), (_, index) => {
    return (wide.values[index] ?? 0) * gelu(wide.values[half + index] ?? 0)
  })
  tokens = add(tokens, net.linear(gated, `${block}.ff.net.2`))
  return add(x, net.conv(tokens, `${name}.proj_out`))
}

export function plainUnet(net: PlainLayers, sample: Grid, timestep: number, context: Grid): Grid {
  const time = embedTime(net, timestep)
  const pair = (x: Grid, level: string, layer: number) => {
    const result = resnet(net, x, `${level}.resnets.${layer}`, 1e-5, time)
    const attention = `${level}.attentions.${layer}`
    return net.has(`${attention}.norm`) ? transformer(net, result, attention, context) : result
  }
  let x = net.conv(sample, 'conv_in')
  const skips = [x]
  for (let level = 0; level < 4; level++) {
    for (const layer of [0, 1]) {
      x = pair(x, `down_blocks.${level}`, layer)
      skips.push(x)
    }
    if (level === 3) continue
    x = net.conv(x, `down_blocks.${level}.downsamplers.0.conv`, { stride: 2 })
    skips.push(x)
  }
  x = resnet(net, x, 'mid_block.resnets.0', 1e-5, time)
  x = transformer(net, x, 'mid_block.attentions.0', context)
  x = resnet(net, x, 'mid_block.resnets.1', 1e-5, time)
  for (let level = 0; level < 4; level++) {
    for (const layer of [0, 1, 2]) x = pair(join(x, skips.pop() ?? x), `up_blocks.${level}`, layer)
    if (level < 3) x = net.conv(enlarge(x), `up_blocks.${level}.upsamplers.0.conv`)
  }
  return net.conv(silu(net.groupNorm(x, 'conv_norm_out', groups, 1e-5)), 'conv_out')
}

function embedTime(net: PlainLayers, timestep: number): Grid {
  const width = net.weight('conv_norm_out').length
  const waves = map(grid(width, 1, 1), (_, index) => {
    const angle = timestep * 10_000 ** (-(index % (width / 2)) / (width / 2))
    return index < width / 2 ? Math.cos(angle) : Math.sin(angle)
  })
  const middle = silu(net.linear(waves, 'time_embedding.linear_1'))
  return net.linear(middle, 'time_embedding.linear_2')
}

function vaeMiddle(net: PlainLayers, start: Grid, side: string): Grid {
  const name = `${side}.mid_block.attentions.0`
  const x = resnet(net, start, `${side}.mid_block.resnets.0`, 1e-6)
  const normal = net.groupNorm(x, `${name}.group_norm`, groups, 1e-6)
  const [query, key, value] = ['to_q', 'to_k', 'to_v'].map((part) =>
    net.linear(normal, `${name}.${part}`),
  ) as [Grid, Grid, Grid]
  const mixed = net.linear(attend(query, key, value, 1), `${name}.to_out.0`)
  return resnet(net, add(x, mixed), `${side}.mid_block.resnets.1`, 1e-6)
}

export function plainVaeEncoder(net: PlainLayers, image: Grid): Grid {
  let x = net.conv(image, 'encoder.conv_in')
  for (let level = 0; level < 4; level++) {
    const name = `encoder.down_blocks.${level}`
    for (const layer of [0, 1]) x = resnet(net, x, `${name}.resnets.${layer}`, 1e-6)
    const down = { stride: 2, before: 0, after: 1 }
    if (level < 3) x = net.conv(x, `${name}.downsamplers.0.conv`, down)
  }
  x = silu(net.groupNorm(vaeMiddle(net, x, 'encoder'), 'encoder.conv_norm_out', groups, 1e-6))
  const moments = net.conv(net.conv(x, 'encoder.conv_out'), 'quant_conv')
  return { ...moments, channels: 4, values: moments.values.slice(0, moments.values.length / 2) }
}

export function plainVaeDecoder(net: PlainLayers, latents: Grid): Grid {
  let x = net.conv(net.conv(latents, 'post_quant_conv'), 'decoder.conv_in')
  x = vaeMiddle(net, x, 'decoder')
  for (let level = 0; level < 4; level++) {
    const name = `decoder.up_blocks.${level}`
    for (const layer of [0, 1, 2]) x = resnet(net, x, `${name}.resnets.${layer}`, 1e-6)
    if (level < 3) x = net.conv(enlarge(x), `${name}.upsamplers.0.conv`)
  }
  return net.conv(silu(net.groupNorm(x, 'decoder.conv_norm_out', groups, 1e-6)), 'decoder.conv_out')
}

export function plainTextEncoder(net: PlainLayers, ids: number[], width: number): Grid {
  const look = (name: string, row: number, channel: number) =>
    net.weight(name)[row * width + channel] ?? 0
  let x = map(grid(width, 1, ids.length), (_, index) => {
    const [channel, at] = [Math.floor(index / ids.length), index % ids.length]
    const token = look('embeddings.token_embedding', ids[at] ?? 0, channel)
    return token + look('embeddings.position_embedding', at, channel)
  })
  for (const layer of [0, 1]) {
    const name = `encoder.layers.${layer}`
    const normal = net.layerNorm(x, `${name}.layer_norm1`)
    const [query, key, value] = ['q_proj', 'k_proj', 'v_proj'].map((part) =>
      net.linear(normal, `${name}.self_attn.${part}`),
    ) as [Grid, Grid, Grid]
    const mixed = attend(query, key, value, textHeads, true)
    x = add(x, net.linear(mixed, `${name}.self_attn.out_proj`))
    const middle = net.linear(net.layerNorm(x, `${name}.layer_norm2`), `${name}.mlp.fc1`)
    const active = map(middle, (one) => one / (1 + Math.exp(-1.702 * one)))
    x = add(x, net.linear(active, `${name}.mlp.fc2`))
  }
  return net.layerNorm(x, 'final_layer_norm')
}

const relu = (x: Grid) => map(x, (value) => Math.max(value, 0))

function tinyBlock(net: PlainLayers, x: Grid, name: string): Grid {
  const middle = relu(net.conv(relu(net.conv(x, `${name}.conv.0`)), `${name}.conv.2`))
  return relu(add(net.conv(middle, `${name}.conv.4`), x))
}

/** A convolution, a block, two times half the size with a block, a convolution. */
export function plainTinyEncoder(net: PlainLayers, image: Grid): Grid {
  const layer = (index: number) => `encoder.layers.${index}`
  let x = net.conv(
    map(image, (value) => (value + 1) / 2),
    layer(0),
  )
  x = tinyBlock(net, x, layer(1))
  for (const index of [2, 4]) {
    x = tinyBlock(net, net.conv(x, layer(index), { stride: 2 }), layer(index + 1))
  }
  return net.conv(x, layer(6))
}

/** A convolution, two times a block with double the size, a block, a convolution. */
export function plainTinyDecoder(net: PlainLayers, latents: Grid): Grid {
  const layer = (index: number) => `decoder.layers.${index}`
  const bounded = map(latents, (value) => Math.tanh(value / 3) * 3)
  let x = relu(net.conv(bounded, layer(0)))
  for (const index of [2, 5]) {
    x = net.conv(enlarge(tinyBlock(net, x, layer(index))), layer(index + 2))
  }
  const pixels = net.conv(tinyBlock(net, x, layer(8)), layer(9))
  return map(pixels, (value) => value * 2 - 1)
}
