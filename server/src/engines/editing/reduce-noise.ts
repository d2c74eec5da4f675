import { boxBlur } from '../box-blur.ts'
import type { RawImage } from '../decode-image.ts'
import { measureBlockStep } from './block-step.ts'
import { brightness } from './brightness.ts'

/** Images with less noise, in levels of 255, stay as they are. */
const minNoise = 1.5
/** Blocks of a JPEG that are closer than this, in levels of 255, don't show. */
const minBlockStep = 0.8
/** Steps between blocks are smoothed like this much noise. */
const noisePerStep = 1
/** Variations of up to this many times the noise are smoothed. */
const reach = 2.4
const radius = 3
/** Rows that are in memory as numbers at a time. */
const stripRows = 128

/** Removes noise and the blocks of a JPEG. */
export function reduceNoise(image: RawImage): Uint8Array {
  return smooth(image, Math.max(measureNoise(image), noiseOfBlocks(image)))
}

/** Removes the blocks of a JPEG. In a small image, noise can't be told from texture. */
export function reduceBlocks(image: RawImage): Uint8Array {
  return smooth(image, noiseOfBlocks(image))
}

function noiseOfBlocks(image: RawImage): number {
  const blockStep = measureBlockStep(image)
  return blockStep < minBlockStep ? 0 : blockStep * noisePerStep
}

/**
 * Smooths what varies no more than noise does, and keeps edges. Each channel follows the brightness
 * (a guided filter), so coloured blotches disappear and colours stay inside their edges.
 */
function smooth(image: RawImage, noise: number): Uint8Array {
  if (noise < minNoise) return image.pixels
  const pixels = new Uint8Array(image.pixels)
  for (let top = 0; top < image.height; top += stripRows) {
    smoothStrip(image, pixels, top, Math.min(image.height, top + stripRows), (reach * noise) ** 2)
  }
  return pixels
}

/** The filter looks twice as far as its radius, because it averages averages. */
function smoothStrip(
  { width, height, channels, pixels }: RawImage,
  result: Uint8Array,
  top: number,
  bottom: number,
  smoothVariance: number,
): void {
  const first = Math.max(0, top - 2 * radius)
  const rows = Math.min(height, bottom + 2 * radius) - first
  const count = width * rows
  const start = first * width * channels
  const plane = (value: (at: number) => number) =>
    Float32Array.from({ length: count }, (_, at) => value(at))
  const scratch = new Float32Array(count)
  const region = { left: 0, top: 0, right: width, bottom: rows }
  const averaged = (values: Float32Array) => {
    boxBlur(values, scratch, width, region, { x: radius, y: radius })
    return values
  }
  const guide = plane((at) => brightness(pixels, start + at * channels))
  const meanGuide = averaged(guide.slice())
  const meanSquare = averaged(guide.map((value) => value * value))
  const variance = plane((at) => n(meanSquare[at]) - n(meanGuide[at]) ** 2)
  for (let channel = 0; channel < 3; channel++) {
    const values = plane((at) => n(pixels[start + at * channels + channel]))
    const product = averaged(values.map((value, at) => value * n(guide[at])))
    const mean = averaged(values)
    const slope = product.map(
      (value, at) => (value - n(mean[at]) * n(meanGuide[at])) / (n(variance[at]) + smoothVariance),
    )
    const offset = averaged(mean.map((value, at) => value - n(slope[at]) * n(meanGuide[at])))
    averaged(slope)
    for (let at = (top - first) * width; at < (bottom - first) * width; at++) {
      const value = n(slope[at]) * n(guide[at]) + n(offset[at])
      result[start + at * channels + channel] = Math.max(0, Math.min(255, Math.round(value)))
    }
  }
}

/** Compression leaves only noise that is wider than a pixel, so neighbours would look alike. */
const distance = 4
const blockSide = 8
/** The calmest part of the image has no texture. */
const calmShare = 0.02

/**
 * The standard deviation of the noise: how far a pixel is from the middle of two others beside it,
 * which cancels slopes. Each block has a value; the calmest ones count.
 */
export function measureNoise({ width, height, channels, pixels }: RawImage): number {
  const luma = (x: number, y: number) => brightness(pixels, (y * width + x) * channels)
  const every = blockSide * Math.max(1, Math.round(Math.sqrt(width * height) / 2000))
  const deviations: number[] = []
  for (let top = 0; top + blockSide <= height; top += every) {
    for (let left = distance; left + blockSide + distance <= width; left += every) {
      let sum = 0
      for (let y = top; y < top + blockSide; y++) {
        for (let x = left; x < left + blockSide; x++) {
          sum += (luma(x, y) - (luma(x - distance, y) + luma(x + distance, y)) / 2) ** 2
        }
      }
      deviations.push(Math.sqrt(sum / blockSide ** 2 / 1.5))
    }
  }
  deviations.sort((a, b) => a - b)
  return deviations[Math.floor(deviations.length * calmShare)] ?? 0
}

/** Every index here is inside its array. */
const n = (value: number | undefined): number => value as number
