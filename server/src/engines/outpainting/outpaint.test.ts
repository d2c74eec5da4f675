import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { draw, gradient, gravel, maskPng, pixelsOf, png } from '../../../test/scenes.ts'
import type { RawImage } from '../decode-image.ts'
import type { FillWindow } from './migan.ts'
import { outpaint, outpaintWith } from './outpaint.ts'
import type { OutpaintJob } from './outpaint-job.ts'
import { randomFrom } from './random.ts'

// A second each on an idle machine; beside other suites on two cores it takes longer.
vi.setConfig({ testTimeout: 240_000 })

/** In place of the model: holes get a colour that no test picture has. */
const fakeFill: FillWindow = async (planes, mask) => {
  const filled = planes.slice()
  const cells = mask.length
  for (let at = 0; at < cells; at++) {
    if (mask[at] === 0)
      for (let c = 0; c < 3; c++) filled[c * cells + at] = [250, 3, 247][c] as number
  }
  return filled
}

function run(job: OutpaintJob, options = {}) {
  return outpaintWith(fakeFill, job, options)
}

/** Where the mask keeps, the result has the image's bits; elsewhere it is opaque. */
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

function randomImage(width: number, height: number, channels: 3 | 4, seed: number): RawImage {
  const random = randomFrom(seed)
  const pixels = Uint8Array.from({ length: width * height * channels }, () => random() * 256)
  // Something has to be seen, or there is nothing to continue.
  if (channels === 4) for (let at = 3; at < pixels.length; at += 8) pixels[at] = 255
  return { width, height, channels, pixels }
}

describe('kept pixels', () => {
  test('are returned bit for bit, for random pictures, masks and positions', async () => {
    const small = fc.integer({ min: 1, max: 48 })
    const shape = fc.record({
      width: small,
      height: small,
      channels: fc.constantFrom(3 as const, 4 as const),
      more: fc.record({ x: fc.nat(20), y: fc.nat(20) }),
      at: fc.record({ x: fc.nat(20), y: fc.nat(20) }),
      density: fc.double({ min: 0, max: 0.95, noNaN: true }),
      block: fc.integer({ min: 1, max: 12 }),
      seed: fc.nat(1000),
    })
    const property = fc.asyncProperty(shape, async (s) => {
      const random = randomFrom(s.seed)
      const cells = Array.from({ length: 80 * 80 }, () => random() < s.density)
      const generated = (x: number, y: number) =>
        cells[Math.floor(y / s.block) * 80 + Math.floor(x / s.block)] === true
      const image = randomImage(s.width, s.height, s.channels, s.seed)
      const position = { x: Math.min(s.at.x, s.more.x), y: Math.min(s.at.y, s.more.y) }
      const mask = await maskPng(s.width + s.more.x, s.height + s.more.y, generated)
      const job = { image: await png(image), mask, position, count: 1, seed: s.seed }
      const outcome = await run(job).catch((error: { code?: string }) => {
        const usual = ['nothing_to_generate', 'everything_to_generate']
        if (error.code && usual.includes(error.code)) return undefined
        throw error
      })
      if (!outcome) return
      const [result] = outcome.results
      expectKept(
        await pixelsOf(result?.bytes as Uint8Array),
        image,
        position.x,
        position.y,
        generated,
      )
    })
    await fc.assert(property, { numRuns: 6 })
  }, 600_000)

  test('keep their transparency, and what is generated is opaque', async () => {
    const image = randomImage(60, 40, 4, 3)
    const outcome = await run({ image: await png(image), extend: { right: 30 }, count: 1 })
    const result = await pixelsOf(outcome.results[0]?.bytes as Uint8Array)
    expect(result).toMatchObject({ width: 90, height: 40, channels: 4 })
    expectKept(result, image, 0, 0, (x) => x >= 60)
    expect(outcome.warnings).toEqual([expect.stringContaining('transparent')])
  })

  test('are those of the upright sRGB picture', async () => {
    const scene = gradient(90, 60)
    const turned = await sharp(scene.pixels, { raw: scene })
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const upright = await sharp(turned).autoOrient().raw().toBuffer({ resolveWithObject: true })
    const outcome = await run({ image: turned, extend: { top: 20 }, count: 1 })
    const result = await pixelsOf(outcome.results[0]?.bytes as Uint8Array)
    expect(result).toMatchObject({ width: 60, height: 110, channels: 3 })
    const kept = result.pixels.subarray(60 * 20 * 3)
    expect(Buffer.from(kept).equals(upright.data)).toBe(true)
  })
})

describe('results', () => {
  test('all pixels of the mask are made, and sizes are those of the plan', async () => {
    const image = await png(gradient(100, 80))
    const outcome = await run({ image, aspectRatio: '16:9', count: 2, seed: 5 })
    expect(outcome.results).toHaveLength(2)
    for (const { bytes, width, height, contentType } of outcome.results) {
      expect({ width, height, contentType }).toEqual({
        width: 142,
        height: 80,
        contentType: 'image/png',
      })
      const result = await pixelsOf(bytes)
      expect(result).toMatchObject({ width: 142, height: 80 })
    }
    expect(outcome.results.map(({ seed }) => seed)).toEqual([5, 6])
    expect(outcome.warnings).toEqual([])
  })

  test('a result can be made again alone, from its own seed', async () => {
    const image = await png(gravel(100, 80))
    const job = { image, extend: { left: 40, top: 30 } }
    const both = await run({ ...job, count: 2, seed: 40 })
    const second = await run({ ...job, count: 1, seed: 41 })
    expect(both.results[1]?.seed).toBe(41)
    expect(
      Buffer.from(both.results[1]?.bytes as Uint8Array).equals(
        second.results[0]?.bytes as Uint8Array,
      ),
    ).toBe(true)
  })

  test('name the engine, say that no prompt was read, and how long it took', async () => {
    const image = await png(gradient(40, 40))
    const outcome = await run({ image, extend: { left: 9 }, prompt: 'a cow', count: 1 })
    expect(outcome.engine).toMatchObject({ name: 'migan', promptApplied: false })
    expect(outcome.warnings).toEqual([expect.stringContaining('does not read prompts')])
    expect(outcome.timings.totalMs).toBeGreaterThan(0)
  })

  test('a picture of one pixel can be extended', async () => {
    const image = await png(draw(1, 1, () => [9, 8, 7]))
    const outcome = await run({
      image,
      extend: { left: 5, right: 90, top: 3, bottom: 2 },
      count: 1,
    })
    const result = await pixelsOf(outcome.results[0]?.bytes as Uint8Array)
    expect(result).toMatchObject({ width: 96, height: 6 })
    expect([...result.pixels.subarray((3 * 96 + 5) * 3, (3 * 96 + 6) * 3)]).toEqual([9, 8, 7])
  })
})

describe('on the way', () => {
  test('progress goes from 0 to 100 and never back', async () => {
    const seen: number[] = []
    const image = await png(gradient(50, 50))
    const onProgress = (percent: number) => seen.push(percent)
    await run({ image, extend: { left: 20, bottom: 20 }, count: 2 }, { onProgress })
    expect(seen.at(0)).toBe(0)
    expect(seen.at(-1)).toBe(100)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })

  test('it can be stopped between two steps', async () => {
    const stop = new AbortController()
    const image = await png(gradient(50, 50))
    const onProgress = (percent: number) => percent > 20 && stop.abort(new Error('enough'))
    const running = run(
      { image, extend: { left: 20 }, count: 3 },
      { onProgress, signal: stop.signal },
    )
    await expect(running).rejects.toThrow('enough')
  })
})

describe('what is refused', () => {
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
    const job = { image: await image, extend: { left: 5 }, count: 1, ...change } as OutpaintJob
    await expect(run(job)).rejects.toMatchObject({ code, field, mayHeal: false })
  })

  test('a picture of which nothing can be seen', async () => {
    const raw = { width: 20, height: 20, channels: 4 as const }
    const hidden = await sharp(Buffer.alloc(1600), { raw }).png().toBuffer()
    await expect(run({ image: hidden, extend: { left: 5 }, count: 1 })).rejects.toMatchObject({
      code: 'everything_to_generate',
      field: 'image_url',
    })
  })

  test('a model file that is not there', async () => {
    const job = { image: await image, extend: { left: 5 }, count: 1 }
    await expect(outpaint(job, { models: { migan: '/nowhere.onnx' } })).rejects.toMatchObject({
      code: 'model_unusable',
    })
  })
})
