import sharp from 'sharp'
import type { RawImage } from '../src/engines/decode-image.ts'
import { createRandom } from '../src/engines/outpainting/random.ts'

/** Images that tests draw themselves, so that the expected result is known. */
type Paint = (x: number, y: number) => [number, number, number]

export function draw(width: number, height: number, paint: Paint): RawImage {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels.set(paint(x, y).map(Math.round), (y * width + x) * 3)
  }
  return { width, height, channels: 3, pixels }
}

export function gradient(width: number, height: number): RawImage {
  return draw(width, height, (x, y) => [
    60 + (120 * x) / width,
    90 + (100 * y) / height,
    200 - (80 * y) / height,
  ])
}

/** Stripes that run to the right border, so that their continuation is clear. */
export function stripes(width: number, height: number, period: number): RawImage {
  return draw(width, height, (_, y) => {
    const light = Math.floor((y * 2) / period) % 2 === 0
    return light ? [220, 205, 180] : [70, 60, 90]
  })
}

/** Sky above, ground below, some grain in both. */
export function horizon(width: number, height: number): RawImage {
  const random = createRandom(7)
  return draw(width, height, (_, y) => {
    const grain = (random() - 0.5) * 12
    if (y < height * 0.45) return [120 + grain, 165 + grain, 215 + grain]
    return [85 + grain * 2, 110 + grain * 2, 55 + grain * 2]
  })
}

/** Coarse and fine noise, like gravel. */
export function gravel(width: number, height: number): RawImage {
  const random = createRandom(11)
  const stones = Array.from({ length: 4096 }, () => 60 + random() * 130)
  return draw(width, height, (x, y) => {
    const stone = stones[(Math.floor(x / 5) * 31 + Math.floor(y / 4) * 57) % 4096] as number
    const value = Math.min(255, Math.max(0, stone + (random() - 0.5) * 40))
    return [value, value * 0.95, value * 0.85]
  })
}

export async function png(image: RawImage): Promise<Uint8Array> {
  return new Uint8Array(await sharp(image.pixels, { raw: image }).png().toBuffer())
}

/** A mask as an image: white where `isGenerated` returns true. */
export function maskPng(
  width: number,
  height: number,
  isGenerated: (x: number, y: number) => boolean,
): Promise<Uint8Array> {
  return png(draw(width, height, (x, y) => (isGenerated(x, y) ? [255, 255, 255] : [0, 0, 0])))
}

/** Pixels as they are in the file, without conversion, so that bits can be compared. */
export async function readPixels(bytes: Uint8Array): Promise<RawImage> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  if (channels !== 3 && channels !== 4) throw new Error(`${channels} channels`)
  return { width, height, channels, pixels: new Uint8Array(data) }
}

/** Mean absolute difference of two images where `chosen` returns true, 0 to 255. */
export function measureDifference(
  a: RawImage,
  b: RawImage,
  chosen: (x: number, y: number) => boolean,
): number {
  let sum = 0
  let count = 0
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      if (!chosen(x, y)) continue
      for (let c = 0; c < 3; c++) {
        const at = (y * a.width + x) * 3 + c
        sum += Math.abs((a.pixels[at] as number) - (b.pixels[at] as number))
        count++
      }
    }
  }
  return sum / count
}
