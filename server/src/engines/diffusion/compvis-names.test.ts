import { describe, expect, test } from 'vitest'
import { unetNames, vaeNames } from './compvis-names.ts'
import { sizesOfStableDiffusion, textShapes, unetShapes, vaeShapes } from './test-weights.ts'

const both = (name: string) => [`${name}.weight`, `${name}.bias`]

/** The names of a residual block of the original UNet. */
function resnet(name: string, hasShortcut: boolean): string[] {
  const parts = ['in_layers.0', 'in_layers.2', 'emb_layers.1', 'out_layers.0', 'out_layers.3']
  return [...parts, ...(hasShortcut ? ['skip_connection'] : [])].flatMap((part) =>
    both(`${name}.${part}`),
  )
}

function transformer(name: string): string[] {
  const block = `${name}.transformer_blocks.0`
  const attention = ['attn1', 'attn2'].flatMap((part) => [
    ...['to_q', 'to_k', 'to_v'].map((matrix) => `${block}.${part}.${matrix}.weight`),
    ...both(`${block}.${part}.to_out.0`),
  ])
  const rest = ['norm1', 'norm2', 'norm3', 'ff.net.0.proj', 'ff.net.2']
  return [
    ...['norm', 'proj_in', 'proj_out'].flatMap((part) => both(`${name}.${part}`)),
    ...attention,
    ...rest.flatMap((part) => both(`${block}.${part}`)),
  ]
}

/** As the original implementation numbers them: 12 blocks down, 12 up. */
function originalUnetNames(): string[] {
  const shortcuts = [4, 7]
  const down = Array.from({ length: 11 }, (_, index) => index + 1).flatMap((block) => {
    const name = `input_blocks.${block}`
    if (block % 3 === 0) return both(`${name}.0.op`)
    const attention = block < 9 ? transformer(`${name}.1`) : []
    return [...resnet(`${name}.0`, shortcuts.includes(block)), ...attention]
  })
  const up = Array.from({ length: 12 }, (_, block) => {
    const name = `output_blocks.${block}`
    const attention = block > 2 ? transformer(`${name}.1`) : []
    const isLast = block % 3 === 2 && block < 11
    const conv = isLast ? both(`${name}.${block > 2 ? 2 : 1}.conv`) : []
    return [...resnet(`${name}.0`, true), ...attention, ...conv]
  }).flat()
  const middle = [
    ...resnet('middle_block.0', false),
    ...transformer('middle_block.1'),
    ...resnet('middle_block.2', false),
  ]
  const ends = ['time_embed.0', 'time_embed.2', 'input_blocks.0.0', 'out.0', 'out.2']
  return [...ends.flatMap(both), ...down, ...middle, ...up]
}

function originalVaeNames(): string[] {
  const block = (name: string, hasShortcut: boolean) =>
    ['norm1', 'conv1', 'norm2', 'conv2', ...(hasShortcut ? ['nin_shortcut'] : [])].flatMap((part) =>
      both(`${name}.${part}`),
    )
  const side = (name: string) => [
    ...['conv_in', 'norm_out', 'conv_out'].flatMap((part) => both(`${name}.${part}`)),
    ...block(`${name}.mid.block_1`, false),
    ...block(`${name}.mid.block_2`, false),
    ...['norm', 'q', 'k', 'v', 'proj_out'].flatMap((part) => both(`${name}.mid.attn_1.${part}`)),
  ]
  const levels = [0, 1, 2, 3].flatMap((level) => [
    ...[0, 1].flatMap((layer) =>
      block(`encoder.down.${level}.block.${layer}`, layer === 0 && [1, 2].includes(level)),
    ),
    ...(level < 3 ? both(`encoder.down.${level}.downsample.conv`) : []),
    ...[0, 1, 2].flatMap((layer) =>
      block(`decoder.up.${level}.block.${layer}`, layer === 0 && level < 2),
    ),
    ...(level > 0 ? both(`decoder.up.${level}.upsample.conv`) : []),
  ])
  return [
    ...side('encoder'),
    ...side('decoder'),
    ...levels,
    ...both('quant_conv'),
    ...both('post_quant_conv'),
  ]
}

describe('names of a single-file checkpoint', () => {
  test('the UNet: 686 tensors, one to one', () => {
    const originals = originalUnetNames()
    const renamed = originals.map(unetNames(originals))
    const expected = [...unetShapes(sizesOfStableDiffusion).keys()]
    expect(expected).toHaveLength(686)
    expect(renamed.toSorted()).toEqual(expected.toSorted())
  })

  test('the VAE: 248 tensors, one to one', () => {
    const originals = originalVaeNames()
    const renamed = originals.map(vaeNames(originals))
    const expected = [...vaeShapes(sizesOfStableDiffusion).keys()]
    expect(expected).toHaveLength(248)
    expect(renamed.toSorted()).toEqual(expected.toSorted())
  })

  test('the decoder counts its levels from the other end', () => {
    const names = ['decoder.up.3.block.0.conv1.weight', 'decoder.up.0.block.2.norm2.bias']
    expect(names.map(vaeNames(names))).toEqual([
      'decoder.up_blocks.0.resnets.0.conv1.weight',
      'decoder.up_blocks.3.resnets.2.norm2.bias',
    ])
  })

  test('the text encoder has 196 tensors', () => {
    expect(textShapes(sizesOfStableDiffusion).size).toBe(196)
  })
})

test('names of diffusers stay, except those of its first VAE files', () => {
  const unet = [...unetShapes(sizesOfStableDiffusion).keys()]
  expect(unet.map(unetNames(unet))).toEqual(unet)
  const old = ['query', 'key', 'value', 'proj_attn'].map(
    (part) => `encoder.mid_block.attentions.0.${part}.weight`,
  )
  const part = (name: string) => `encoder.mid_block.attentions.0.${name}.weight`
  expect(old.map(vaeNames(old))).toEqual(['to_q', 'to_k', 'to_v', 'to_out.0'].map(part))
})
