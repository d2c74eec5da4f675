/**
 * Single-file checkpoints name the layers as the original implementation did. Everything else here
 * uses the names of diffusers.
 */

type Rule = [pattern: RegExp, replacement: string]

const unetResnet: Rule[] = [
  [/^in_layers\.0\./, 'norm1.'],
  [/^in_layers\.2\./, 'conv1.'],
  [/^emb_layers\.1\./, 'time_emb_proj.'],
  [/^out_layers\.0\./, 'norm2.'],
  [/^out_layers\.3\./, 'conv2.'],
  [/^skip_connection\./, 'conv_shortcut.'],
]

const unetEnds: Rule[] = [
  [/^time_embed\.0\./, 'time_embedding.linear_1.'],
  [/^time_embed\.2\./, 'time_embedding.linear_2.'],
  [/^input_blocks\.0\.0\./, 'conv_in.'],
  [/^out\.0\./, 'conv_norm_out.'],
  [/^out\.2\./, 'conv_out.'],
]

/** Renames the UNet's tensors. The number of layers per level follows from the names. */
export function unetNames(names: string[]): (name: string) => string {
  const downs = names.map((name) => /^input_blocks\.(\d+)\.0\.op\./.exec(name)?.[1])
  const first = Math.min(...downs.filter((one) => one !== undefined).map(Number))
  const layers = Number.isFinite(first) ? first - 1 : 2
  return (name) => {
    const [, side, block = '', part = '', rest = ''] =
      /^(input|output|middle)_(?:blocks?)\.(\d+)\.(?:(\d+)\.)?(.+)$/.exec(name) ?? []
    if (side === 'middle') return renameMiddle(Number(block), rest)
    if (side === undefined || (side === 'input' && block === '0')) return apply(unetEnds, name)
    if (side === 'input') return renameInput(Number(block) - 1, layers + 1, part, rest)
    return renameOutput(Number(block), layers + 1, part, rest)
  }
}

function renameMiddle(part: number, rest: string): string {
  if (part === 1) return `mid_block.attentions.0.${rest}`
  return `mid_block.resnets.${part / 2}.${apply(unetResnet, rest)}`
}

function renameInput(block: number, perLevel: number, part: string, rest: string): string {
  const level = `down_blocks.${Math.floor(block / perLevel)}`
  const layer = block % perLevel
  if (part === '1') return `${level}.attentions.${layer}.${rest}`
  if (rest.startsWith('op.')) return `${level}.downsamplers.0.conv.${rest.slice(3)}`
  return `${level}.resnets.${layer}.${apply(unetResnet, rest)}`
}

function renameOutput(block: number, perLevel: number, part: string, rest: string): string {
  const level = `up_blocks.${Math.floor(block / perLevel)}`
  const layer = block % perLevel
  if (part === '0') return `${level}.resnets.${layer}.${apply(unetResnet, rest)}`
  if (rest.startsWith('conv.')) return `${level}.upsamplers.0.${rest}`
  return `${level}.attentions.${layer}.${rest}`
}

const vaeRules: Rule[] = [
  [/^(encoder|decoder)\.norm_out\./, '$1.conv_norm_out.'],
  [/^(encoder|decoder)\.mid\.block_1\./, '$1.mid_block.resnets.0.'],
  [/^(encoder|decoder)\.mid\.block_2\./, '$1.mid_block.resnets.1.'],
  [/^(encoder|decoder)\.mid\.attn_1\./, '$1.mid_block.attentions.0.'],
  [/^encoder\.down\.(\d+)\.block\./, 'encoder.down_blocks.$1.resnets.'],
  [/^encoder\.down\.(\d+)\.downsample\./, 'encoder.down_blocks.$1.downsamplers.0.'],
  [/\.nin_shortcut\./, '.conv_shortcut.'],
  [/(attentions\.0)\.norm\./, '$1.group_norm.'],
  // The first diffusers files used `query` to `proj_attn`.
  [/(attentions\.0)\.(?:q|query)\./, '$1.to_q.'],
  [/(attentions\.0)\.(?:k|key)\./, '$1.to_k.'],
  [/(attentions\.0)\.(?:v|value)\./, '$1.to_v.'],
  [/(attentions\.0)\.(?:proj_out|proj_attn)\./, '$1.to_out.0.'],
]

/** Renames the VAE's tensors, also those of early diffusers files. */
export function vaeNames(names: string[]): (name: string) => string {
  const levels = names.map((name) => Number(/^decoder\.up\.(\d+)\./.exec(name)?.[1] ?? -1))
  const last = Math.max(...levels)
  return (name) => {
    const [, level, rest = ''] = /^decoder\.up\.(\d+)\.(.+)$/.exec(name) ?? []
    if (level === undefined) return apply(vaeRules, name)
    const inner = rest.replace(/^block\./, 'resnets.').replace(/^upsample\./, 'upsamplers.0.')
    return apply(vaeRules, `decoder.up_blocks.${last - Number(level)}.${inner}`)
  }
}

function apply(rules: Rule[], name: string): string {
  return rules.reduce((renamed, [pattern, replacement]) => {
    return renamed.replace(pattern, replacement)
  }, name)
}
