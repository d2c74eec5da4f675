/** Uses the real weights in the real child process. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testModels } from '../../../test/models.ts'
import {
  gradient,
  gravel,
  horizon,
  maskPng,
  measureDifference,
  png,
  readPixels,
  stripes,
} from '../../../test/scenes.ts'
import { sample } from '../../../test/soak.ts'
import { useFolder } from '../../../test/use-folder.ts'
import type { RawImage } from '../decode-image.ts'
import { enginePool } from '../engine-process.ts'
import type { OutpaintingRequest } from './run.ts'

const [width, height, added] = [480, 360, 120]
const folder = useFolder()
const pool = enginePool({ maxChildren: 1, maxResidentBytes: 2 * 2 ** 30, idleSeconds: 60 })
let migan: string

beforeAll(async () => {
  migan = await testModels.path('migan')
})

afterAll(() => pool.close())

/** The resulting images, one per seed. */
async function paint(scene: RawImage, request: Partial<OutpaintingRequest>): Promise<RawImage[]> {
  const imagePath = join(folder, 'scene')
  await writeFile(imagePath, await png(scene))
  const files = { imagePath, outputPath: join(folder, 'result'), models: { migan } }
  const { results } = await pool.run(
    'outpaint',
    { ...files, count: 1, seed: 0, ...request },
    { timeoutSeconds: 280 },
  )
  return Promise.all(results.map(async ({ path }) => readPixels(await readFile(path))))
}

const extended = (scene: RawImage, request: Partial<OutpaintingRequest> = {}) =>
  paint(scene, { extend: { right: added }, ...request })

/** Mean step from one column to the next, over all rows and channels. */
function stepBetween(image: RawImage, x: number): number {
  let sum = 0
  for (let y = 0; y < image.height; y++) {
    for (let c = 0; c < 3; c++) {
      const at = (y * image.width + x) * 3 + c
      sum += Math.abs((image.pixels[at + 3] as number) - (image.pixels[at] as number))
    }
  }
  return sum / image.height / 3
}

function meanStep(image: RawImage, from: number, to: number): number {
  let sum = 0
  for (let x = from; x < to; x++) sum += stepBetween(image, x)
  return sum / (to - from)
}

/** Mean grey of each row between two columns. */
function readRows(image: RawImage, from: number, to: number): number[] {
  return Array.from({ length: image.height }, (_, y) => {
    const row = image.pixels.subarray((y * image.width + from) * 3, (y * image.width + to) * 3)
    return row.reduce((sum, value) => sum + value, 0) / row.length
  })
}

function correlation(a: number[], b: number[]): number {
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const [ma, mb] = [mean(a), mean(b)]
  const product = a.map((value, i) => (value - ma) * ((b[i] as number) - mb))
  const spread = (list: number[], m: number) =>
    Math.sqrt(mean(list.map((value) => (value - m) ** 2)))
  return mean(product) / (spread(a, ma) * spread(b, mb))
}

const isNew = (x: number) => x >= width

describe('with the model', () => {
  const short = { horizon: horizon(width, height), gravel: gravel(width, height) }
  const long = { ...short, stripes: stripes(width, height, 60) }
  const scenes = sample<Record<string, RawImage>>(short, long)
  const made: Record<string, RawImage[]> = {}

  beforeAll(async () => {
    for (const [name, scene] of Object.entries(scenes)) made[name] = await extended(scene)
  })

  function first(name: string): RawImage {
    return made[name]?.[0] as RawImage
  }

  test.each(Object.keys(scenes))('no seam at the border: %s', (name) => {
    const image = first(name)
    const across = stepBetween(image, width - 1)
    const before = meanStep(image, width - 40, width - 1)
    const behind = meanStep(image, width, width + 40)
    expect(across).toBeLessThan(Math.max(before, behind) * 1.5 + 2)
  })

  test.each(Object.keys(scenes))('the kept pixels are the photo: %s', (name) => {
    const image = first(name)
    const scene = scenes[name] as RawImage
    for (let y = 0; y < height; y++) {
      const row = image.pixels.subarray(y * (width + added) * 3, (y * (width + added) + width) * 3)
      const before = scene.pixels.subarray(y * width * 3, (y + 1) * width * 3)
      expect(Buffer.from(row).equals(before)).toBe(true)
    }
  })

  test('the horizon continues at the same height', () => {
    const image = first('horizon')
    const before = readRows(image, width - 60, width)
    const behind = readRows(image, width + 10, width + added)
    const off = before.map((value, y) => Math.abs(value - (behind[y] as number)))
    expect(off.reduce((sum, value) => sum + value, 0) / height).toBeLessThan(12)
  })

  test.each(sample([], ['stripes']))('%s continue, at least near the border', (name) => {
    const image = first(name)
    const before = readRows(image, width - 20, width)
    expect(correlation(before, readRows(image, width, width + 20))).toBeGreaterThan(0.9)
    expect(correlation(before, readRows(image, width + 40, width + 70))).toBeGreaterThan(0.6)
  })

  test('the fill is as rough as the photo', () => {
    const image = first('gravel')
    const photo = meanStep(image, width - 100, width - 1)
    const fill = meanStep(image, width + 5, width + added - 2)
    expect(fill / photo).toBeGreaterThan(0.7)
    expect(fill / photo).toBeLessThan(1.3)
  })

  // `outpaint.slow.test.ts` and `image-tools.test.ts` cover this in the short run.
  test.each(sample([], ['gravel']))(
    'two results of %s differ, and the second can be reproduced alone',
    async (name) => {
      const scene = scenes[name] as RawImage
      const [one, two] = (await extended(scene, { count: 2 })) as [RawImage, RawImage]
      expect(measureDifference(one, first(name), () => true)).toBe(0)
      expect(measureDifference(one, two, isNew)).toBeGreaterThan(6)
      const [again] = await extended(scene, { seed: 1 })
      expect(measureDifference(again as RawImage, two, () => true)).toBe(0)
    },
  )

  test('a hole inside is filled from its surroundings', async () => {
    const inHole = (x: number, y: number) => (x - 240) ** 2 + (y - 180) ** 2 < 60 ** 2
    const maskPath = join(folder, 'mask')
    await writeFile(maskPath, await maskPng(width, height, inHole))
    const scene = gradient(width, height)
    const [image] = await paint(scene, { maskPath })
    expect(measureDifference(image as RawImage, scene, inHole)).toBeLessThan(15)
  })
})
