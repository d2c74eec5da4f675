import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { sample } from '../../../test/soak.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { type CutOutInput, cutOutSubject } from './cut-out-subject.ts'
import type { Models } from './segment.ts'
import { slimIsnet } from './slim-isnet.ts'
import {
  compareWithSource,
  fringe,
  intersectionOverUnion,
  keyModels,
  redOnGreen,
  type Scene,
  toImage,
  withSourceColours,
} from './test-scenes.ts'

const folder = useFolder()
let models: Models
let scene: Scene
let image: Buffer
/** The result most tests check, computed once. */
let whole: Awaited<ReturnType<typeof cutOutSubject>>
const steps: number[] = []

/** A ball with a soft edge and a thin rod. */
const shape = `<filter id="soft"><feGaussianBlur stdDeviation="1.5"/></filter>
  <circle cx="350" cy="250" r="160" filter="url(#soft)"/>
  <rect x="480" y="210" width="210" height="9"/>`

beforeAll(async () => {
  models = await keyModels(folder)
  scene = await redOnGreen(750, 550, shape)
  image = await toImage(scene).png().toBuffer()
  const onProgress = (percent: number) => steps.push(percent)
  whole = await cutOutSubject({ image }, { models, threads: 2, onProgress })
})

const cut = (input: Partial<CutOutInput>) =>
  cutOutSubject({ image, ...input }, { models, threads: 2 })

const readRgba = (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer()

const pickAlpha = (rgba: Uint8Array) => rgba.filter((_, at) => at % 4 === 3)

describe('the cut-out', () => {
  test('has the shape, size and metadata of the subject', async () => {
    const result = whole
    expect(result).toMatchObject({ width: 750, height: 550, contentType: 'image/png' })
    expect(result.engine.name).toBe('isnet')
    expect(result.warnings).toEqual([])
    expect(steps.at(-1)).toBe(100)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    const alpha = pickAlpha(await readRgba(result.bytes))
    expect(intersectionOverUnion(alpha, scene.alpha)).toBeGreaterThan(0.99)
    expect(Math.abs(result.foreground.left - 190)).toBeLessThanOrEqual(3)
    expect(Math.abs(result.foreground.width - 500)).toBeLessThanOrEqual(6)
    const share = scene.alpha.reduce((sum, value) => sum + value, 0) / scene.alpha.length / 255
    expect(result.alphaCoverage).toBeCloseTo(share, 2)
  })

  test('keeps solid pixels bit for bit and nothing of the background', async () => {
    const counts = compareWithSource(await readRgba(whole.bytes), scene)
    expect(counts).toMatchObject({ changed: 0, notBlack: 0 })
    expect(counts.solid / (Math.PI * 160 ** 2)).toBeGreaterThan(0.95)
  })

  test('shows no fringe of the old background', async () => {
    const rgba = await readRgba(whole.bytes)
    expect(fringe(rgba, scene)).toBeLessThan(6)
    expect(fringe(withSourceColours(rgba, scene), scene)).toBeGreaterThan(15)
  })
})

describe('options', () => {
  test('magic crop is the bounding box of what is visible', async () => {
    const cropped = await cut({ magicCrop: true })
    const { left, top, width, height } = cropped.foreground
    expect(cropped).toMatchObject({ width, height, foreground: whole.foreground })
    const expected = await sharp(whole.bytes).extract({ left, top, width, height }).raw().toBuffer()
    expect(await sharp(cropped.bytes).raw().toBuffer()).toEqual(expected)
  })

  test('a colour is placed behind the subject, even a half-transparent one', async () => {
    const short: [string, number[]][] = [
      ['#08f', [0, 136, 255, 255]],
      ['#10203080', [16, 32, 48, 128]],
    ]
    const colours = sample<[string, number[]][]>(short, [...short, ['#102030', [16, 32, 48, 255]]])
    for (const [backgroundColor, corner] of colours) {
      const rgba = await readRgba((await cut({ backgroundColor })).bytes)
      expect([...rgba.subarray(0, 4)]).toEqual(corner)
      const middle = (250 * 750 + 350) * 4
      expect([...rgba.subarray(middle, middle + 3)]).toEqual([
        ...scene.pixels.subarray((middle / 4) * 3, (middle / 4) * 3 + 3),
      ])
    }
    for (const backgroundColor of ['red', '#12', '#12345', '#gggggg', '']) {
      await expect(cut({ backgroundColor })).rejects.toMatchObject({ code: 'bad_colour' })
    }
  })

  test('jpeg: white with a warning, or the colour', async () => {
    const white = await cut({ outputFormat: 'jpeg' })
    expect(white.contentType).toBe('image/jpeg')
    expect(white.warnings[0]).toContain('white')
    const { data, info } = await sharp(white.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(3)
    expect(Math.min(...data.subarray(0, 3))).toBeGreaterThan(250)
    const blue = await cut({ outputFormat: 'jpeg', backgroundColor: '#00f' })
    expect(blue.warnings).toEqual([])
    const pale = await cut({ outputFormat: 'jpeg', backgroundColor: '#0000ff80' })
    expect(pale.warnings).toHaveLength(1)
    const corner = [...(await sharp(pale.bytes).raw().toBuffer()).subarray(0, 3)]
    for (const [at, value] of [127, 127, 255].entries()) {
      expect(Math.abs((corner[at] ?? 0) - value)).toBeLessThan(6)
    }
  })
})

test('an unknown model is left unchanged', async () => {
  const bytes = await readFile(models.isnet)
  expect(slimIsnet(bytes)).toBe(bytes)
  expect(() => slimIsnet(Buffer.from('not a model'))).toThrow()
})

describe('input', () => {
  test('a path as well as bytes', async () => {
    const path = join(folder, 'scene.png')
    await writeFile(path, image)
    expect((await cut({ image: path })).bytes).toEqual(whole.bytes)
  })

  test('every EXIF orientation', async () => {
    const small = toImage(
      await redOnGreen(300, 200, '<rect x="20" y="30" width="90" height="60"/>'),
    )
    const upright = (await cut({ image: await small.clone().png().toBuffer() })).foreground
    const undo = [0, 0, 0, 180, 0, 0, 270, 0, 90]
    for (const orientation of sample([6], [1, 3, 6, 8])) {
      const turned = await small.clone().rotate(undo[orientation]).png().toBuffer()
      const tagged = await sharp(turned).withMetadata({ orientation }).png().toBuffer()
      const result = await cut({ image: tagged })
      expect(result).toMatchObject({ width: 300, height: 200, foreground: upright })
    }
    const mirrored = await small.clone().flop().withMetadata({ orientation: 2 }).png().toBuffer()
    expect((await cut({ image: mirrored })).foreground).toEqual(upright)
  })

  test('all types, 16 bits, CMYK, palettes and wide colours, as sRGB', async () => {
    const small = await redOnGreen(320, 240, '<circle cx="160" cy="120" r="80"/>')
    const source = () => toImage(small)
    // `decode-image.test.ts` covers all of them in the short run too.
    const short = {
      cmyk: source().toColourspace('cmyk').jpeg({ quality: 95 }),
      wide: source().withIccProfile('p3').png(),
    }
    const files = sample<Record<string, Sharp>>(short, {
      ...short,
      jpeg: source().jpeg({ quality: 95 }),
      webp: source().webp({ lossless: true }),
      gif: source().gif(),
      tiff: source().tiff(),
      avif: source().avif({ quality: 80 }),
      palette: source().png({ palette: true }),
      sixteen: source().toColourspace('rgb16').png(),
    })
    for (const [name, file] of Object.entries(files)) {
      const result = await cut({ image: await file.toBuffer() })
      const rgba = await readRgba(result.bytes)
      expect(intersectionOverUnion(pickAlpha(rgba), small.alpha), name).toBeGreaterThan(0.98)
      const middle = (120 * 320 + 160) * 4
      const expected = small.pixels.subarray((middle / 4) * 3, (middle / 4) * 3 + 3)
      for (const [at, value] of expected.entries()) {
        expect(Math.abs((rgba[middle + at] ?? 0) - value), name).toBeLessThan(40)
      }
    }
  })

  test('uses the first frame of an animation, with a warning', async () => {
    const frame = await redOnGreen(200, 150, '<circle cx="100" cy="75" r="50"/>')
    const pages = Buffer.concat([frame.pixels, new Uint8Array(frame.pixels.length).fill(90)])
    const raw = { width: 200, height: 300, channels: 3 as const, pageHeight: 150 }
    const gif = sharp(pages, { raw }).gif()
    for (const animated of sample([gif], [gif, sharp(pages, { raw }).webp()])) {
      const result = await cut({ image: await animated.toBuffer() })
      expect(result).toMatchObject({ width: 200, height: 150 })
      expect(result.warnings).toEqual(['only the first frame was used'])
    }
  })

  test('a closer look at each subject of a panorama', async () => {
    const shapes =
      '<circle cx="200" cy="150" r="80"/><rect x="1080" y="60" width="90" height="170"/>'
    const wide = await redOnGreen(1500, 300, shapes)
    const stages: string[] = []
    const onProgress = (_: number, stage: string) => stages.push(stage)
    const input = { image: await toImage(wide).png().toBuffer() }
    const result = await cutOutSubject(input, { models, threads: 2, onProgress })
    expect(stages.filter((stage) => stage === 'looking closer')).toHaveLength(2)
    const rgba = await readRgba(result.bytes)
    expect(intersectionOverUnion(pickAlpha(rgba), wide.alpha)).toBeGreaterThan(0.99)
    expect(compareWithSource(rgba, wide)).toMatchObject({ changed: 0, notBlack: 0 })
    for (const [side, pixels] of Object.entries({ left: 120, top: 60, width: 1050, height: 170 })) {
      const gap = Math.abs(result.foreground[side as 'left'] - pixels)
      expect(gap, side).toBeLessThanOrEqual(3)
    }
    const share = wide.alpha.reduce((sum, value) => sum + value, 0) / wide.alpha.length / 255
    expect(result.alphaCoverage).toBeCloseTo(share, 2)
  })

  test('transparent pixels stay transparent', async () => {
    const rgba = await toImage(scene).ensureAlpha().raw().toBuffer()
    for (let at = 0; at < rgba.length / 2; at += 4) rgba[at + 3] = 0
    const raw = { width: 750, height: 550, channels: 4 as const }
    const result = await cut({ image: await sharp(rgba, { raw }).png().toBuffer() })
    expect(result.foreground.top).toBe(275)
  })

  test('if the first model finds nothing, tries the second, then fails', async () => {
    const flat = (background: string) =>
      sharp({ create: { width: 400, height: 300, channels: 3, background } })
    const patch = (background: string) =>
      sharp({ create: { width: 150, height: 100, channels: 3, background } })
        .png()
        .toBuffer()
    const blue = flat('#888').composite([{ input: await patch('#00f'), left: 100, top: 100 }])
    const result = await cut({ image: await blue.png().toBuffer() })
    expect(result.engine.name).toBe('u2netp')
    expect(result.warnings).toHaveLength(1)
    expect(Math.abs(result.foreground.left - 100)).toBeLessThan(6)
    const grey = await flat('#888').toColourspace('b-w').png().toBuffer()
    const unsure = await flat('#888')
      .composite([{ input: await patch('#aa6464'), left: 100, top: 100 }])
      .png()
      .toBuffer()
    for (const image of [grey, unsure]) {
      const failing = cut({ image })
      await expect(failing).rejects.toMatchObject({ code: 'no_subject_found', field: 'image_url' })
    }
  })

  test('very flat and very small pictures', async () => {
    for (const [width, height] of [
      [3000, 4],
      [3, 2000],
      [8, 8],
    ] as const) {
      const half = `<rect width="${Math.ceil(width / 2)}" height="${height}"/>`
      const tiny = await toImage(await redOnGreen(width, height, half))
        .png()
        .toBuffer()
      expect(await cut({ image: tiny })).toMatchObject({ width, height })
    }
    const line = await sharp({ create: { width: 50, height: 1, channels: 3, background: '#f00' } })
    const image = await line.png().toBuffer()
    await expect(cut({ image })).rejects.toMatchObject({ code: 'image_empty' })
  })
})
