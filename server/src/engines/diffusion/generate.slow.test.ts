import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { catchError } from '../../../test/catch-error.ts'
import { testModels } from '../../../test/models.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { checkMemory } from './check-memory.ts'
import { type GenerateRequest, generate } from './generate.ts'
import { openModel } from './open-model.ts'
import { planGeneration } from './plan-generation.ts'
import { randomWeights, tinySizes, unetShapes, writeModel, writeWeights } from './test-weights.ts'

const folder = useFolder()
const size = { width: 64, height: 64 }
let request: GenerateRequest

beforeAll(async () => {
  const { folder: weights } = await writeModel(join(folder, 'model'))
  request = {
    ...{ ...size, prompt: 'a red house', count: 1, seed: 5, steps: 2, quality: 'best' },
    models: { weights, vocabulary: await testModels.path('clip-vocabulary') },
    ...{ threads: 2, device: 'cpu' },
  }
})

async function run(changes: Partial<GenerateRequest> = {}, signal = new AbortController().signal) {
  const stages: string[] = []
  const onProgress = (_percent: number, stage: string) => void stages.push(stage)
  return { ...(await generate({ ...request, ...changes }, { signal, onProgress })), stages }
}

test('the same seed gives the same picture, alone or among others', async () => {
  const alone = await run({ seed: 6 })
  const both = await run({ count: 2 })
  expect(both.pictures.map(({ seed }) => seed)).toEqual([5, 6])
  expect(both.pictures[1]?.pixels).toEqual(alone.pictures[0]?.pixels)
  expect(both.pictures[0]?.pixels).not.toEqual(alone.pictures[0]?.pixels)
  expect(both.pictures[0]?.pixels).toHaveLength(64 * 64 * 3)
  expect(both.stages).toContain('step 4 of 4')
  // Graphs are built once, and leave nothing else.
  const graphs = (await readdir(join(request.models.weights, 'onnx'))).toSorted()
  expect(graphs.map((name) => name.replace(/-[0-9a-f]{16}$/, ''))).toEqual([
    'text-encoder',
    'unet',
    'vae-decoder',
    'vae-encoder',
  ])
})

test('the prompts, the image, the mask and the sampler each change the picture', async () => {
  const image = new Uint8Array(64 * 64 * 3).fill(40)
  const mask = new Uint8Array(64 * 64).fill(255, 0, 64 * 32)
  const found = new Set<string>()
  for (const changes of [
    { image, mask },
    { image, mask, prompt: 'a blue house' },
    { image, mask, negativePrompt: 'people' },
    { image: image.map((value) => value * 4), mask },
    { image, mask: mask.toReversed() },
    { image, mask, sampler: 'ddim' as const },
  ]) {
    const { pictures } = await run({ steps: 1, ...changes })
    found.add(Buffer.from(pictures[0]?.pixels ?? []).toString('hex'))
  }
  expect(found.size).toBe(6)
})

test('a network without a mask of its own keeps the known part', async () => {
  const weights = join(folder, 'four-channels')
  await cp(request.models.weights, weights, { recursive: true })
  const shapes = unetShapes({ ...tinySizes, inputChannels: 4 })
  await writeWeights(join(weights, 'unet', 'model.safetensors'), shapes, randomWeights(shapes, 2))
  const models = { ...request.models, weights }
  const image = new Uint8Array(64 * 64 * 3).map((_, index) => index % 200)
  const none = new Uint8Array(64 * 64)
  const [kept, again, made] = [
    await run({ models, image, mask: none }),
    await run({ models, image, mask: none, seed: 99 }),
    await run({ models }),
  ]
  expect(kept.pictures[0]?.pixels).toEqual(again.pictures[0]?.pixels)
  expect(made.pictures[0]?.pixels).not.toEqual(kept.pictures[0]?.pixels)
})

test('says that the end of a long prompt was ignored', async () => {
  const { warnings } = await run({ prompt: 'house '.repeat(90), steps: 1 })
  expect(warnings).toEqual([expect.stringContaining('longer than the model can read')])
})

test('stops between two steps', async () => {
  const stop = new AbortController()
  const stages: string[] = []
  const onProgress = (_percent: number, stage: string) => {
    stages.push(stage)
    if (stage.startsWith('step 2')) stop.abort()
  }
  const error = await catchError(
    generate({ ...request, steps: 9 }, { signal: stop.signal, onProgress }),
  )
  expect(error.name).toBe('AbortError')
  expect(stages.at(-1)).toBe('step 2 of 9')
})

describe('refuses', () => {
  test.for([
    [{ width: 60 }, 'size_not_supported'],
    [{ width: 8 }, 'size_not_supported'],
    [{ width: 4096, height: 4096 }, 'size_not_supported'],
    [{ mask: new Uint8Array(64 * 64) }, 'size_not_supported'],
    [{ image: new Uint8Array(3), mask: new Uint8Array(1) }, 'size_not_supported'],
  ] as const)('%o', async ([changes, code]) => {
    expect(await catchError(run(changes))).toMatchObject({ code })
  })

  test('a picture for which the memory is too small', async () => {
    await using model = await openModel(request.models, { threads: 1, device: 'cpu' })
    const { settings } = planGeneration({
      ...{ ...size, quality: 'best', hasNegativePrompt: false, hasLora: false, hasTinyVae: false },
    })
    expect(() => checkMemory(model, { size, settings }, 1000)).toThrow(/needs about .* of memory/)
  })
})
