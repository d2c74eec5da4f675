import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { openWeights } from './open-weights.ts'
import { openSafetensors } from './read-safetensors.ts'
import { writeModel } from './test-weights.ts'

const folder = useFolder()

async function write(header: unknown, data: Uint8Array = new Uint8Array(), claimed?: bigint) {
  const json = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(claimed ?? BigInt(json.length))
  const path = join(folder, `${crypto.randomUUID()}.safetensors`)
  await writeFile(path, Buffer.concat([length, json, data]))
  return path
}

const tensor = (dtype: string, shape: number[], from: number, to: number) => ({
  dtype,
  shape,
  data_offsets: [from, to],
})

async function readAll(path: string, name: string) {
  const file = await openSafetensors(path)
  try {
    return [...(await file.read(name))]
  } finally {
    await file.close()
  }
}

test('reads single precision, half precision and bfloat16', async () => {
  const data = Buffer.concat([
    new Uint8Array(Float32Array.of(1.5, -2).buffer),
    new Uint8Array(Float16Array.of(0.25, 65_504).buffer),
    new Uint8Array(Uint16Array.of(0x3f80, 0xc040).buffer),
  ])
  const path = await write(
    {
      __metadata__: { format: 'pt' },
      a: tensor('F32', [2], 0, 8),
      b: tensor('F16', [1, 2], 8, 12),
      c: tensor('BF16', [2, 1], 12, 16),
    },
    data,
  )
  expect(await readAll(path, 'a')).toEqual([1.5, -2])
  expect(await readAll(path, 'b')).toEqual([0.25, 65_504])
  expect(await readAll(path, 'c')).toEqual([1, -3])
})

describe('refuses', () => {
  const eight = new Uint8Array(8)
  const cases: [string, () => Promise<string>, RegExp][] = [
    ['an empty file', () => write('', eight, 0n), /not a valid safetensors/],
    ['a header longer than the file', () => write({}, eight, 5000n), /not a valid/],
    ['a huge header', () => write({}, eight, 2n ** 60n), /not a valid/],
    ['a header that is not JSON', () => write('{"a":'), /not valid JSON/],
    ['no description', () => write({ a: 3 }), /a has no description/],
    ['an unknown type', () => write({ a: tensor('F3', [1], 0, 8) }, eight), /unknown element/],
    ['an inherited type', () => write({ a: tensor('toString', [1], 0, 8) }, eight), /unknown/],
    ['a negative size', () => write({ a: tensor('F32', [-2], 0, 8) }, eight), /invalid shape/],
    ['a size that is no number', () => write({ a: tensor('F32', [2.5], 0, 8) }, eight), /shape/],
    ['a wrong size', () => write({ a: tensor('F32', [3], 0, 8) }, eight), /doesn't match/],
    [
      'a size beyond all numbers',
      () => write({ a: tensor('F32', [2 ** 40, 2 ** 40], 0, 8) }, eight),
      /doesn't match/,
    ],
    ['a reversed range', () => write({ a: tensor('F32', [2], 8, 0) }, eight), /outside/],
    ['a range beyond the end', () => write({ a: tensor('F32', [4], 0, 16) }, eight), /outside/],
    ['no range', () => write({ a: { dtype: 'F32', shape: [2] } }, eight), /no position/],
    [
      'overlapping tensors',
      () => write({ a: tensor('F32', [2], 0, 8), b: tensor('F32', [1], 4, 8) }, eight),
      /b overlaps/,
    ],
    ['a gap', () => write({ a: tensor('F32', [1], 4, 8) }, eight), /unused data before a/],
    ['unused data', () => write({ a: tensor('F32', [1], 0, 4) }, eight), /unused data at the end/],
    ['a very long name', () => write({ ['a'.repeat(300)]: 1 }), /long name/],
  ]
  for (const [what, make, message] of cases) {
    test(what, async () => {
      const path = await make()
      expect(await catchError(openSafetensors(path))).toMatchObject({
        code: 'model_unusable',
        message: expect.stringMatching(message),
      })
    })
  }

  test('a truncated file', async () => {
    const path = await write({ a: tensor('F32', [2], 0, 8) }, eight)
    await truncate(path, 60)
    expect(await catchError(openSafetensors(path))).toMatchObject({ code: 'model_unusable' })
  })

  test('a pickle, with the reason', async () => {
    for (const start of [Buffer.from('PK\u0003\u0004archive'), Buffer.from([0x80, 2, 0x8a, 10])]) {
      const path = join(folder, `${crypto.randomUUID()}.ckpt`)
      await writeFile(path, Buffer.concat([start, Buffer.alloc(100, 65)]))
      const error = await catchError(openSafetensors(path))
      expect(error).toMatchObject({ message: expect.stringContaining('can run code') })
    }
  })

  test('other element types, when they are read', async () => {
    const path = await write({ a: tensor('F64', [1], 0, 8) }, eight)
    expect(await catchError(readAll(path, 'a'))).toMatchObject({ code: 'model_unusable' })
  })
})

test('a checkpoint in one file is split into its networks', async () => {
  const names = [
    'model.diffusion_model.input_blocks.0.0.weight',
    'first_stage_model.encoder.mid.attn_1.q.weight',
    'cond_stage_model.transformer.text_model.final_layer_norm.weight',
    'alphas_cumprod',
  ]
  const path = await write(
    Object.fromEntries(names.map((name, at) => [name, tensor('F32', [1], at * 4, at * 4 + 4)])),
    new Uint8Array(Float32Array.of(1, 2, 3, 4).buffer),
  )
  await using weights = await openWeights(path)
  const { unet, vae, textEncoder } = weights
  expect([unet.names, vae.names, textEncoder.names]).toEqual([
    ['conv_in.weight'],
    ['encoder.mid_block.attentions.0.to_q.weight'],
    ['final_layer_norm.weight'],
  ])
  expect([...(await vae.read('encoder.mid_block.attentions.0.to_q.weight'))]).toEqual([2])
  expect(await catchError(unet.read('conv_out.weight'))).toMatchObject({ code: 'model_unusable' })
})

describe('a folder of diffusers', () => {
  test('opens all parts, and reads their settings', async () => {
    const { values } = await writeModel(join(folder, 'whole'))
    await using weights = await openWeights(join(folder, 'whole'))
    const name = 'mid_block.resnets.1.conv2.weight'
    expect(await weights.unet.read(name)).toEqual(values.get('unet')?.get(name))
    expect(weights.architecture).toEqual({
      ...{ textHeads: 2, unetHeads: 4, unetGroups: 4, vaeGroups: 4 },
    })
  })

  test('refuses a link that leaves the folder', async () => {
    const { folder: path } = await writeModel(join(folder, 'linked'))
    const outside = await write({ a: tensor('F32', [2], 0, 8) }, new Uint8Array(8))
    await symlink(outside, join(path, 'vae', 'm.safetensors'))
    const error = await catchError(openWeights(path))
    expect(error).toMatchObject({ message: expect.stringContaining('leaves the folder') })
  })

  test('names the pickle if there is no safetensors file', async () => {
    await mkdir(join(folder, 'bin', 'text_encoder'), { recursive: true })
    await writeFile(join(folder, 'bin', 'text_encoder', 'pytorch_model.bin'), 'PK')
    const error = await catchError(openWeights(join(folder, 'bin')))
    expect(error).toMatchObject({ message: expect.stringMatching(/text_encoder.*pickle/) })
  })
})
