import type { RawImage } from '../decode-image.ts'
import { brightness } from './brightness.ts'

/** The side of the blocks that JPEG compresses one by one. */
const side = 8
/** Blocks only show where both of their edges are flat. */
const maxSlope = 4
/** Larger steps between flat areas are edges of objects. */
const maxStep = 40

/**
 * How far neighbouring blocks of a JPEG are apart, in levels of 255: the step between flat areas at
 * the borders of the blocks, beyond the step in the middle of blocks. 0 for images without blocks.
 */
export function measureBlockStep(image: RawImage): number {
  const { width, height } = image
  // Rows or columns of a large image look alike, so a part of them is enough.
  const every = Math.max(1, Math.round(Math.sqrt(width * height) / 1000))
  const steps = { border: [0, 0], middle: [0, 0] } as Record<string, [sum: number, count: number]>
  const add = (kind: string, levels: [number, number, number, number]) => {
    const [before, left, right, after] = levels
    const step = Math.abs(left - right)
    if (Math.max(Math.abs(before - left), Math.abs(right - after)) > maxSlope) return
    if (step > maxStep) return
    const total = steps[kind] as [number, number]
    total[0] += step
    total[1]++
  }
  const level = (x: number, y: number) => brightness(image.pixels, (y * width + x) * image.channels)
  for (const [kind, offset] of [
    ['border', 0],
    ['middle', side / 2],
  ] as const) {
    for (let y = 0; y < height; y += every) {
      for (let x = side + offset; x + 1 < width; x += side) {
        add(kind, [level(x - 2, y), level(x - 1, y), level(x, y), level(x + 1, y)])
      }
    }
    for (let x = 0; x < width; x += every) {
      for (let y = side + offset; y + 1 < height; y += side) {
        add(kind, [level(x, y - 2), level(x, y - 1), level(x, y), level(x, y + 1)])
      }
    }
  }
  const mean = ([sum, count]: [number, number] = [0, 0]) => sum / Math.max(1, count)
  return Math.max(0, mean(steps.border) - mean(steps.middle))
}
