import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { draw, gradient, maskPng, png, readPixels } from '../../../test/scenes.ts'
import { sample, seed } from '../../../test/soak.ts'
import type { RawImage } from '../decode-image.ts'
import { encodeResult } from './encode-result.ts'
import type { FillWindow } from './migan.ts'
import { outpaint, outpaintByFilling } from './outpaint.ts'
import type { OutpaintOutcome, OutpaintRequest } from './outpaint-request.ts'
import { prepare } from './prepare.ts'
import { createRandom } from './random.ts'

/**
 * Replaces the model: holes keep their seed, the border's colour, so the first attempt is good
 * enough. It returns garbage for kept pixels, which must not be used.
 */
const fakeFill: FillWindow = async (planes, mask) =>
  planes.map((value, at) => (mask[at % mask.length] === 0 ? value : 255 - value))

function run(request: OutpaintRequest, options = {}) {
  return outpaintByFilling(fakeFill, request, options)
}

/** Where the mask keeps, the result equals the image bit for bit. Generated pixels are opaque. */
function expectKept(
  result: RawImage,
  image: RawImage,
  left: number,
  top: number,
  generated: (x: number, y: number) => boolean,
) {
  let wrong = 0
  for (let y = 0; y < result.height; y++) {
    for (let x = 0; x < result.width; x++) {
      const at = (y * result.width + x) * result.channels
      const inside = x >= left && y >= top && x < left + image.width && y < top + image.height
      if (!inside || generated(x, y)) {
        if (result.channels === 4 && result.pixels[at + 3] !== 255) wrong++
        continue
      }
      const from = ((y - top) * image.width + x - left) * image.channels
      for (let c = 0; c < result.channels; c++) {
        if (result.pixels[at + c] !== image.pixels[from + c]) wrong++
      }
    }
  }
  expect(wrong).toBe(0)
}

/** Smooth, except that the lowest bits of each pixel are random. */
function randomImage(width: number, height: number, channels: 3 | 4, seed: number): RawImage {
  const random = createRandom(seed)
  const pixels = Uint8Array.from({ length: width * height * channels }, (_, at) => {
    const pixel = Math.floor(at / channels)
    return 60 + (pixel % width) + Math.floor(pixel / width) + random() * 8
  })
  // Some pixels must be visible, or there is nothing to continue.
  for (let at = 3; channels === 4 && at < pixels.length; at += 4) {
    pixels[at] = at % 8 === 3 ? 255 : random() * 256
  }
  return { width, height, channels, pixels }
}

const small = fc.integer({ min: 1, max: 48 })
const anyShape = fc.record({
  width: small,
  height: small,
  channels: fc.constantFrom(3 as const, 4 as const),
  more: fc.record({ x: fc.nat(20), y: fc.nat(20) }),
  at: fc.record({ x: fc.nat(20), y: fc.nat(20) }),
  density: fc.double({ min: 0, max: 0.95, noNaN: true }),
  block: fc.integer({ min: 1, max: 12 }),
  seed: fc.nat(1000),
})
type Shape = typeof anyShape extends fc.Arbitrary<infer T> ? T : never

/** A random image at a random position in a random mask. */
async function randomJob(shape: Shape) {
  const random = createRandom(shape.seed)
  const cells = Array.from({ length: 80 * 80 }, () => random() < shape.density)
  const generated = (x: number, y: number) =>
    cells[Math.floor(y / shape.block) * 80 + Math.floor(x / shape.block)] === true
  const image = randomImage(shape.width, shape.height, shape.channels, shape.seed)
  const { more, at } = shape
  const position = { x: Math.min(at.x, more.x), y: Math.min(at.y, more.y) }
  const mask = await maskPng(shape.width + more.x, shape.height + more.y, generated)
  const request = { image: await png(image), mask, position, count: 1, seed: shape.seed }
  const expectKeptPixels = async (bytes: Uint8Array) =>
    expectKept(await readPixels(bytes), image, position.x, position.y, generated)
  return { request, expectKeptIn: expectKeptPixels }
}

/**
 * Ignores requests rejected because nothing is kept or nothing is generated; that isn't tested here.
 */
async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: { code?: string }) => {
    if (['nothing_to_generate', 'everything_to_generate'].includes(error.code ?? ''))
      return undefined
    throw error
  })
}

describe('kept pixels', () => {
  test('cover the generated pixels, for random images, masks and positions', async () => {
    const property = fc.asyncProperty(anyShape, async (shape) => {
      const { request, expectKeptIn } = await randomJob(shape)
      const prepared = await unlessRefused(prepare(request))
      if (!prepared) return
      const { width, height } = prepared.plan
      const random = createRandom(shape.seed)
      const generated = Uint8Array.from({ length: width * height * 3 }, () => random() * 256)
      await expectKeptIn(await encodeResult(generated, prepared.image, prepared.plan))
    })
    await fc.assert(property, { numRuns: sample(100, 5_000), seed })
  })

  test('are returned bit for bit by the whole engine', async () => {
    const property = fc.asyncProperty(anyShape, async (shape) => {
      const { request, expectKeptIn } = await randomJob(shape)
      const outcome = await unlessRefused(run(request))
      if (outcome) await expectKeptIn(outcome.results[0]?.bytes as Uint8Array)
    })
    const holes = { width: 40, height: 30, channels: 4, more: { x: 9, y: 0 }, at: { x: 3, y: 0 } }
    const example = { ...holes, density: 0.3, block: 12, seed: 1 } as Shape
    await fc.assert(property, { numRuns: sample(1, 100), seed, examples: [[example]] })
  })

  test('are those of the upright sRGB image, with its transparency; generated pixels are opaque', async () => {
    const upright = randomImage(60, 40, 4, 3)
    const turned = await sharp(upright.pixels, { raw: upright })
      .rotate(270)
      .png()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const outcome = await run({ image: turned, extend: { right: 30 }, count: 1 })
    const result = await readPixels(outcome.results[0]?.bytes as Uint8Array)
    expect(result).toMatchObject({ width: 90, height: 40, channels: 4 })
    expectKept(result, upright, 0, 0, (x) => x >= 60)
    expect(outcome.warnings).toEqual([expect.stringContaining('transparent')])
  })
})

describe('results', () => {
  /** Extends only to the right, so each result is one step. */
  const request = { aspectRatio: '16:9', position: { x: 0, y: 0 } }
  const progress: number[] = []
  let image: Uint8Array
  let both: OutpaintOutcome

  beforeAll(async () => {
    image = await png(randomImage(100, 80, 3, 1))
    const onProgress = (percent: number) => progress.push(percent)
    both = await run({ ...request, image, prompt: 'a cow', count: 2, seed: 40 }, { onProgress })
  })

  test('match the requested count and planned size, each with its seed', async () => {
    const newArea = { score: expect.any(Number), candidates: 2 }
    const facts = { width: 142, height: 80, contentType: 'image/png', newArea }
    expect(both.results).toEqual([
      { ...facts, seed: 40, bytes: expect.any(Uint8Array) },
      { ...facts, seed: 41, bytes: expect.any(Uint8Array) },
    ])
    for (const { bytes } of both.results) {
      expect(await readPixels(bytes)).toMatchObject({ width: 142, height: 80 })
    }
  })

  test('a result can be reproduced alone, from its own seed', async () => {
    const second = await run({ ...request, image, count: 1, seed: 41 })
    expect(second.warnings).toEqual([])
    const [bytes] = second.results.map((result) => Buffer.from(result.bytes))
    expect(bytes?.equals(both.results[1]?.bytes as Uint8Array)).toBe(true)
    expect(bytes?.equals(both.results[0]?.bytes as Uint8Array)).toBe(false)
  })

  test('without a seed, a good result needs no other candidate', async () => {
    const { results } = await run({ ...request, image, count: 1 })
    expect(results.map(({ seed, newArea }) => [(seed as number) % 8, newArea?.candidates])).toEqual(
      [[0, 1]],
    )
  })

  test('name the engine, warn about the unread prompt, and report the duration', () => {
    expect(both.engine).toMatchObject({ name: 'migan', promptApplied: false })
    expect(both.warnings).toEqual([expect.stringContaining('does not read prompts')])
    expect(both.timings.totalMs).toBeGreaterThan(0)
  })

  test('progress goes from 0 to 100 and never back', () => {
    expect(progress.at(0)).toBe(0)
    expect(progress.at(-1)).toBe(100)
    expect(new Set(progress).size).toBeGreaterThan(3)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  })

  test('a picture of one pixel can be extended', async () => {
    const image = await png(draw(1, 1, () => [9, 8, 7]))
    // Each side is a separate step.
    const beyond = sample({ right: 0, bottom: 0 }, { right: 90, bottom: 2 })
    const outcome = await run({ image, extend: { left: 5, top: 3, ...beyond }, count: 1 })
    const result = await readPixels(outcome.results[0]?.bytes as Uint8Array)
    const width = 6 + beyond.right
    expect(result).toMatchObject({ width, height: 4 + beyond.bottom })
    const at = (3 * width + 5) * 3
    expect([...result.pixels.subarray(at, at + 3)]).toEqual([9, 8, 7])
  })
})

describe('rejected requests', () => {
  const image = png(gradient(20, 20))

  test.each([
    [{ count: 0 }, 'bad_count', 'count'],
    [{ count: 9 }, 'bad_count', 'count'],
    [{ count: 1.5 }, 'bad_count', 'count'],
    [{ seed: -1 }, 'bad_seed', 'seed'],
    [{ seed: 2 ** 31 }, 'bad_seed', 'seed'],
    [{ extend: {} }, 'nothing_to_generate', 'extend'],
    [{ image: new Uint8Array([1, 2, 3]) }, 'unsupported_image_type', 'image_url'],
    [{ extend: undefined, mask: new Uint8Array([1]) }, 'unsupported_image_type', 'mask_url'],
  ])('%j', async (change, code, field) => {
    const request = {
      image: await image,
      extend: { left: 5 },
      count: 1,
      ...change,
    } as OutpaintRequest
    await expect(run(request)).rejects.toMatchObject({ code, field, retryable: false })
  })

  test('a fully transparent image', async () => {
    const raw = { width: 20, height: 20, channels: 4 as const }
    const hidden = await sharp(Buffer.alloc(1600), { raw }).png().toBuffer()
    await expect(run({ image: hidden, extend: { left: 5 }, count: 1 })).rejects.toMatchObject({
      code: 'everything_to_generate',
      field: 'image_url',
    })
  })

  test('a missing model file', async () => {
    const request = { image: await image, extend: { left: 5 }, count: 1 }
    await expect(outpaint(request, { models: { migan: '/nowhere.onnx' } })).rejects.toMatchObject({
      code: 'model_unusable',
    })
  })
})
