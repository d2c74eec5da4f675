import sharp from 'sharp'
import type { RawImage } from '../decode-image.ts'

/** Facts about a finished image that a program can act on. Taking them costs little. */
export interface ImageChecks {
  /** The visible share of the image, 0 to 1. 1 without transparency. */
  alpha_coverage: number
  /** The most common colours of what is visible, by share. */
  dominant_colors: { color: string; share: number }[]
  /** Fine detail beside coarse detail, 0 to 1. Null if the image is small or has no edges. */
  sharpness: number | null
  is_blurred: boolean
}

export async function checkImage(image: RawImage): Promise<ImageChecks> {
  const sharpness = await measureSharpness(image)
  return {
    alpha_coverage: round(alphaCoverage(image)),
    dominant_colors: await dominantColours(image),
    sharpness: sharpness === null ? null : round(sharpness),
    is_blurred: sharpness !== null && sharpness < maxBlurredSharpness,
  }
}

function alphaCoverage({ channels, pixels }: RawImage): number {
  if (channels === 3) return 1
  let sum = 0
  for (let at = 3; at < pixels.length; at += 4) sum += pixels[at] as number
  return sum / 255 / (pixels.length / 4)
}

const colourSide = 64
const maxColours = 5
/** Colours closer than this look alike. */
const minDistance = 48
const minShare = 0.02

async function dominantColours(image: RawImage): Promise<ImageChecks['dominant_colors']> {
  const { data } = await sharp(image.pixels, { raw: image })
    .ensureAlpha()
    .resize(colourSide, colourSide, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const buckets = new Map<number, [red: number, green: number, blue: number, count: number]>()
  let visible = 0
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    if (alpha < 128) continue
    visible++
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const bucket = buckets.get(key) ?? [0, 0, 0, 0]
    buckets.set(key, [bucket[0] + red, bucket[1] + green, bucket[2] + blue, bucket[3] + 1])
  }
  const found: { mean: number[]; count: number }[] = []
  for (const [red, green, blue, count] of [...buckets.values()].sort((a, b) => b[3] - a[3])) {
    const mean = [red / count, green / count, blue / count]
    const alike = found.find((other) => distance(other.mean, mean) < minDistance)
    if (alike) alike.count += count
    else found.push({ mean, count })
  }
  return found
    .sort((a, b) => b.count - a.count)
    .slice(0, maxColours)
    .filter(({ count }) => count / visible >= minShare)
    .map(({ mean, count }) => ({ color: formatHex(mean), share: round(count / visible) }))
}

function distance(a: number[], b: number[]): number {
  return Math.hypot(...a.map((value, index) => value - (b[index] as number)))
}

function formatHex(colour: number[]): string {
  return `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

const maxFineSide = 1024
const minFineSide = 256
/** How much smaller the small copy is. It is also the ratio for edges without fine detail. */
const coarseShare = 0.25
/** Sharp photos have 0.4 and more. A blur of 3 pixels at 1024 leaves 0.1. */
const maxBlurredSharpness = 0.15
/** Below this even the strongest edge is noise. */
const minEdge = 8

/**
 * A sharp edge is as steep in a large copy of the image as in a small one. A blurred edge is steep
 * only in the small one. The ratio doesn't depend on contrast or on how much there is to see.
 */
async function measureSharpness(image: RawImage): Promise<number | null> {
  const side = Math.min(maxFineSide, Math.max(image.width, image.height))
  if (side < minFineSide) return null
  const coarse = await strongestEdges(image, Math.round(side * coarseShare))
  if (coarse < minEdge) return null
  const ratio = (await strongestEdges(image, side)) / coarse
  return Math.max(0, Math.min(1, (ratio - coarseShare) / (1 - coarseShare)))
}

/** The steepness that one percent of the pixels exceed. */
async function strongestEdges(image: RawImage, side: number): Promise<number> {
  const { data, info } = await sharp(image.pixels, { raw: image })
    .flatten({ background: '#808080' })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const grey = (x: number, y: number) => data[(y * width + x) * channels] as number
  const counts = new Uint32Array(512)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const across = Math.abs(grey(x + 1, y) - grey(x - 1, y))
      const down = Math.abs(grey(x, y + 1) - grey(x, y - 1))
      const steepness = Math.max(across, down)
      counts[steepness] = (counts[steepness] as number) + 1
    }
  }
  let left = Math.max(1, (width - 2) * (height - 2) * 0.01)
  for (let level = 511; level > 0; level--) {
    left -= counts[level] as number
    if (left <= 0) return level
  }
  return 0
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
