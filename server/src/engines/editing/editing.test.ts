import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { draw, gradient, gravel, png, readPixels } from '../../../test/scenes.ts'
import type { RawImage } from '../decode-image.ts'
import { detectImageType } from '../image-type.ts'
import { measureBlockStep } from './block-step.ts'
import { blurBackground } from './blur-background.ts'
import { convertFormat } from './convert-format.ts'
import { reduceNoise } from './reduce-noise.ts'
import { replaceBackground } from './replace-background.ts'
import { shrink } from './shrink.ts'

/** A red disc of radius 20 in 100 × 80, opaque inside, transparent outside. */
function disc(): RawImage {
  const pixels = new Uint8Array(100 * 80 * 4)
  for (let at = 0; at < 100 * 80; at++) {
    const inside = isDisc(at % 100, Math.floor(at / 100))
    pixels.set([220, 20, 30, inside ? 255 : 0], at * 4)
  }
  return { width: 100, height: 80, channels: 4, pixels }
}

function isDisc(x: number, y: number): boolean {
  return (x - 50) ** 2 + (y - 40) ** 2 <= 400
}

function at(image: RawImage, x: number, y: number): number[] {
  const from = (y * image.width + x) * image.channels
  return [...image.pixels.subarray(from, from + image.channels)]
}

describe('replaceBackground', () => {
  test('a colour', async () => {
    const outcome = await replaceBackground(await png(disc()), { colour: '#0f8' })
    expect(outcome).toMatchObject({
      width: 100,
      height: 80,
      contentType: 'image/png',
      warnings: [],
    })
    const image = await readPixels(outcome.bytes)
    expect(at(image, 2, 2).slice(0, 3)).toEqual([0, 255, 136])
    expect(at(image, 50, 40).slice(0, 3)).toEqual([220, 20, 30])
  })

  test('a colour that is half transparent stays so', async () => {
    const outcome = await replaceBackground(await png(disc()), { colour: '#00ff0080' })
    expect(at(await readPixels(outcome.bytes), 2, 2)).toEqual([0, 255, 0, 128])
  })

  test('a picture covers the area without being distorted', async () => {
    const background = await png(
      draw(400, 80, (x) => (x < 150 || x >= 250 ? [255, 0, 0] : [9, 99, 199])),
    )
    const outcome = await replaceBackground(await png(disc()), { image: background })
    const image = await readPixels(outcome.bytes)
    for (const x of [2, 97]) expect(at(image, x, 3).slice(0, 3)).toEqual([9, 99, 199])
    expect(at(image, 50, 40).slice(0, 3)).toEqual([220, 20, 30])
  })

  test('a soft edge is mixed', async () => {
    const half = { ...disc(), pixels: disc().pixels.map((value, i) => (i % 4 === 3 ? 128 : value)) }
    const image = await readPixels(
      (await replaceBackground(await png(half), { colour: '#000' })).bytes,
    )
    expect(at(image, 50, 40)[0]).toBeCloseTo(110, -1)
  })

  test('warns about an image without transparency', async () => {
    const outcome = await replaceBackground(await png(gradient(20, 20)), { colour: '#fff' })
    expect(outcome.warnings).toHaveLength(1)
  })

  test.each([
    [{}, 'background_not_clear', 'background'],
    [{ colour: '#fff', image: new Uint8Array() }, 'background_not_clear', 'background'],
    [{ colour: 'white' }, 'bad_colour', 'background_color'],
    [{ colour: '#12345' }, 'bad_colour', 'background_color'],
    [{ image: new Uint8Array([1]) }, 'unsupported_image_type', 'background_url'],
  ])('%j is refused', async (background, code, field) => {
    const running = replaceBackground(await png(disc()), background)
    await expect(running).rejects.toMatchObject({ code, field })
  })
})

describe('blurBackground', () => {
  const original = draw(100, 80, (x, y) =>
    isDisc(x, y) ? [220, 20, 30] : Math.floor(x / 4) % 2 === 0 ? [30, 60, 30] : [60, 120, 60],
  )

  test('the subject is unchanged, and the background loses its stripes', async () => {
    const outcome = await blurBackground(await png(original), await png(disc()), 16)
    const image = await readPixels(outcome.bytes)
    expect(image).toMatchObject({ width: 100, height: 80, channels: 3 })
    expect(at(image, 50, 40)).toEqual([220, 20, 30])
    expect(at(image, 31, 40)).toEqual([220, 20, 30])
    const row = Array.from({ length: 60 }, (_, x) => at(image, x + 20, 5)[1] as number)
    expect(Math.max(...row) - Math.min(...row)).toBeLessThan(6)
  })

  test('no halo: the colour of the subject does not bleed out', async () => {
    const outcome = await blurBackground(await png(original), await png(disc()), 16)
    const image = await readPixels(outcome.bytes)
    for (let x = 0; x < 29; x++) expect(at(image, x, 40)[0]).toBeLessThan(62)
    const naive = await readPixels(
      await sharp(await png(original))
        .blur(8)
        .png()
        .toBuffer(),
    )
    expect(at(naive, 28, 40)[0]).toBeGreaterThan(90)
  })

  test.each([
    [0, 'bad_radius', 'radius'],
    [251, 'bad_radius', 'radius'],
    [Number.NaN, 'bad_radius', 'radius'],
  ])('radius %d is refused', async (radius, code, field) => {
    const running = blurBackground(await png(original), await png(disc()), radius)
    await expect(running).rejects.toMatchObject({ code, field })
  })

  test('a cut-out of another size is refused', async () => {
    const running = blurBackground(await png(gradient(10, 10)), await png(disc()), 5)
    await expect(running).rejects.toMatchObject({ code: 'sizes_differ' })
  })
})

describe('convertFormat', () => {
  test.each(['png', 'jpeg', 'webp', 'avif'] as const)('%s', async (format) => {
    const outcome = await convertFormat(await png(gradient(64, 48)), { format })
    expect(outcome).toMatchObject({
      width: 64,
      height: 48,
      contentType: `image/${format}`,
      warnings: [],
    })
    expect(detectImageType(outcome.bytes)).toBe(format)
  })

  test('quality changes the size', async () => {
    const image = await png(gravel(200, 200))
    for (const format of ['jpeg', 'webp', 'avif'] as const) {
      const low = await convertFormat(image, { format, quality: 10 })
      const high = await convertFormat(image, { format, quality: 95 })
      expect(low.bytes.length, format).toBeLessThan(high.bytes.length)
    }
  })

  test('transparency: kept where it can be, white in JPEG with a warning, or the colour given', async () => {
    const cut = await png(disc())
    expect((await readPixels((await convertFormat(cut, { format: 'webp' })).bytes)).channels).toBe(
      4,
    )
    const jpeg = await convertFormat(cut, { format: 'jpeg' })
    expect(jpeg.warnings).toHaveLength(1)
    expect(at(await readPixels(jpeg.bytes), 2, 2)).toEqual([255, 255, 255])
    const blue = await convertFormat(cut, { format: 'png', background: '#0000ff' })
    expect(at(await readPixels(blue.bytes), 2, 2).slice(0, 3)).toEqual([0, 0, 255])
  })

  test('metadata is left behind', async () => {
    const photo = await sharp(await png(gradient(20, 20)))
      .withExif({ IFD0: { Artist: 'canary' } })
      .jpeg()
      .toBuffer()
    const outcome = await convertFormat(photo, { format: 'jpeg' })
    expect(Buffer.from(outcome.bytes).includes('canary')).toBe(false)
  })

  test.each([0, 101, 50.5])('quality %d is refused', async (quality) => {
    const running = convertFormat(await png(gradient(8, 8)), { format: 'jpeg', quality })
    await expect(running).rejects.toMatchObject({ code: 'bad_quality', field: 'quality' })
  })
})

describe('shrink', () => {
  const limits = { maxBytes: 20_000, longestSide: 300 }

  test('an image that fits is returned byte for byte', async () => {
    const small = await png(gradient(40, 30))
    const outcome = await shrink(small, limits)
    expect(outcome).toMatchObject({ width: 40, height: 30, contentType: 'image/png' })
    expect(Buffer.from(outcome.bytes).equals(small)).toBe(true)
  })

  test('a large image becomes a JPEG that fits, with the same aspect ratio', async () => {
    const outcome = await shrink(await png(gravel(400, 200)), limits)
    expect(outcome.bytes.length).toBeLessThanOrEqual(limits.maxBytes)
    expect(outcome).toMatchObject({ width: 300, height: 150, contentType: 'image/jpeg' })
    expect(detectImageType(outcome.bytes)).toBe('jpeg')
  })

  test('an image with location data is rewritten without it', async () => {
    const photo = await sharp(await png(gradient(20, 20)))
      .withExif({ IFD0: { Artist: 'canary' } })
      .jpeg()
      .toBuffer()
    const outcome = await shrink(photo, limits)
    expect(Buffer.from(outcome.bytes).includes('canary')).toBe(false)
  })

  test('fails if an image cannot be made small enough', async () => {
    const running = shrink(await png(gravel(400, 400)), { maxBytes: 100, longestSide: 400 })
    await expect(running).rejects.toMatchObject({ code: 'too_large' })
  })
})

test('the blocks of a strongly compressed JPEG are smoothed, other images stay as they are', async () => {
  const clean = draw(256, 192, (x, y) => [60 + x / 2, 90 + y / 2, 200 - x / 3])
  const jpeg = await readPixels(
    await sharp(clean.pixels, { raw: clean }).jpeg({ quality: 8 }).toBuffer(),
  )
  const smooth = { ...jpeg, pixels: reduceNoise(jpeg) }
  expect(measureBlockStep(jpeg)).toBeGreaterThan(1.2)
  expect(measureBlockStep(smooth)).toBeLessThan(measureBlockStep(jpeg) * 0.7)
  expect([measureBlockStep(clean), reduceNoise(clean)]).toEqual([
    expect.closeTo(0, 0),
    clean.pixels,
  ])
})
