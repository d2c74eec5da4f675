import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { withLora } from './fuse-lora.ts'
import { fileTensors } from './open-weights.ts'
import { openSafetensors } from './read-safetensors.ts'
import { type Values, writeWeights } from './test-weights.ts'

const folder = useFolder()
const query = 'down_blocks.0.attentions.0.transformer_blocks.0.attn1.to_q'
const conv = 'mid_block.resnets.0.conv1'

async function open(tensors: Record<string, [shape: number[], values: number[]]>) {
  const path = join(folder, `${crypto.randomUUID()}.safetensors`)
  const entries = Object.entries(tensors)
  const values: Values = new Map(entries.map(([name, [, data]]) => [name, Float32Array.from(data)]))
  await writeWeights(path, new Map(entries.map(([name, [shape]]) => [name, shape])), values)
  const file = await openSafetensors(path)
  return { ...fileTensors(file), [Symbol.asyncDispose]: () => file.close() }
}

const openUnet = () =>
  open({
    [`${query}.weight`]: [
      [2, 3],
      [1, 2, 3, 4, 5, 6],
    ],
    [`${query}.bias`]: [[2], [1, 1]],
    [`${conv}.weight`]: [
      [2, 1, 1, 2],
      [0, 0, 0, 0],
    ],
  })
/** [1, 10]ᵀ · [1, 2, 3], added to 1…6. */
const added = [1 + 1, 2 + 2, 3 + 3, 4 + 10, 5 + 20, 6 + 30]
const down: [number[], number[]] = [
  [1, 3],
  [1, 2, 3],
]
const up: [number[], number[]] = [
  [2, 1],
  [1, 10],
]

describe('adds the product of both matrices', () => {
  test.for([
    ['kohya', `lora_unet_${query.replaceAll('.', '_')}`, '.lora_down.weight', '.lora_up.weight'],
    ['PEFT', `unet.${query}`, '.lora_A.weight', '.lora_B.weight'],
    ['diffusers', `unet.${query}`, '.lora.down.weight', '.lora.up.weight'],
  ] as const)('named as in %s', async ([, name, downEnding, upEnding]) => {
    await using unet = await openUnet()
    await using lora = await open({ [name + downEnding]: down, [name + upEnding]: up })
    const fused = withLora(unet, lora)
    expect([...(await fused.read(`${query}.weight`))]).toEqual(added)
    expect([...(await fused.read(`${query}.bias`))]).toEqual([1, 1])
  })

  test('alpha divided by the rank scales it; convolutions too', async () => {
    await using unet = await openUnet()
    const name = `lora_unet_${conv.replaceAll('.', '_')}`
    await using lora = await open({
      [`${name}.lora_down.weight`]: [
        [2, 1, 1, 2],
        [1, 2, 3, 4],
      ],
      [`${name}.lora_up.weight`]: [
        [2, 2, 1, 1],
        [1, 0, 0, 1],
      ],
      [`${name}.alpha`]: [[], [1]],
    })
    const fused = withLora(unet, lora)
    expect([...(await fused.read(`${conv}.weight`))]).toEqual([0.5, 1, 1.5, 2])
  })

  test('parts for the text encoder are left out', async () => {
    await using unet = await openUnet()
    await using lora = await open({ 'lora_te_text_model_x.lora_down.weight': down })
    expect(await withLora(unet, lora).read(`${query}.weight`)).toHaveLength(6)
  })
})

describe('refuses', () => {
  const cases: [string, Record<string, [number[], number[]]>, RegExp][] = [
    ['an unknown layer', { 'unet.other.lora_A.weight': down }, /doesn't fit/],
    ['an unknown kind', { [`unet.${query}.hada_w1_a`]: down }, /doesn't fit/],
    ['one matrix alone', { [`unet.${query}.lora_A.weight`]: down }, /only one matrix/],
  ]
  for (const [what, tensors, message] of cases) {
    test(what, async () => {
      await using unet = await openUnet()
      await using lora = await open(tensors)
      expect(() => withLora(unet, lora)).toThrow(message)
    })
  }

  test('another size', async () => {
    await using unet = await openUnet()
    await using lora = await open({
      [`unet.${query}.lora_A.weight`]: [
        [1, 2],
        [1, 2],
      ],
      [`unet.${query}.lora_B.weight`]: up,
    })
    const error = await catchError(withLora(unet, lora).read(`${query}.weight`))
    expect(error.message).toMatch(/another size/)
  })
})
