import sharp from 'sharp'
import { type Colour, hexColour, onWhite, white } from '../colour.ts'
import { decodeImage, type RawImage } from '../decode-image.ts'
import type { Device } from '../device/probe-device.ts'
import { EngineError } from '../engine-error.ts'
import { applyStrokes } from './apply-strokes.ts'
import { type CutOut, layOn, type Rgba, rowWriter } from './cut-out.ts'
import { edgeColours } from './edge-colours.ts'
import { edgeGuide } from './edge-guide.ts'
import { type Box, boundingBox, coverage, multiplyBySourceAlpha } from './foreground.ts'
import { fullAlpha } from './full-alpha.ts'
import { pngWriter } from './png-writer.ts'
import { type Models, noSubject, type Segmentation, segment, toGrid } from './segment.ts'
import { settleMask } from './settle-mask.ts'
import { type Refinement, touches } from './strokes.ts'

export interface RemoveBackgroundInput {
  /** The bytes, or a file path. */
  image: Uint8Array | string
  /** Crops to the visible part. */
  magicCrop?: boolean | undefined
  /** `#rgb`, `#rrggbb` or `#rrggbbaa`. Defaults to a transparent background. */
  backgroundColor?: string | undefined
  outputFormat?: 'png' | 'jpeg' | undefined
  /** Corrections by brush. */
  refine?: Refinement | undefined
}

export interface RemoveBackgroundOptions {
  models: Models
  threads?: number | undefined
  device?: Device | undefined
  onProgress?: ((percent: number, stage: string) => void) | undefined
}

export interface RemoveBackgroundResult {
  bytes: Buffer
  width: number
  height: number
  contentType: 'image/png' | 'image/jpeg'
  /** Position of the subject in the input image. */
  foreground: Box
  /** The visible share of the input image, 0 to 1. */
  alphaCoverage: number
  engine: { name: string; version: string; device: Device }
  warnings: string[]
  /** Only the total includes loading the model, on a child's first job. */
  timings: Record<'readMs' | 'inferenceMs' | 'refineMs' | 'writeMs' | 'totalMs', number>
}

/** Version of the model file. Results include it so they can be reproduced. */
const versions = { isnet: '1.4.5', u2netp: '0.0.2' }

/** Cuts the subject out of an image at the image's own resolution. */
export async function removeBackground(
  input: RemoveBackgroundInput,
  { models, threads = 2, device = 'cpu', onProgress = () => {} }: RemoveBackgroundOptions,
): Promise<RemoveBackgroundResult> {
  const format = input.outputFormat ?? 'png'
  const warnings: string[] = []
  const colour = chosenColour(input.backgroundColor, format, warnings)
  const lap = stopwatch()

  onProgress(0, 'reading the image')
  const picture = await decodeImage(input.image, 'image_url')
  requireArea(picture)
  const grid = await toGrid(picture)
  const readMs = lap()

  onProgress(10, 'finding the subject')
  const canBeEmpty = (input.refine?.keep ?? []).length > 0
  const found = await segment(grid, models, { threads, device, canBeEmpty })
  const segmentMs = lap()

  onProgress(80, 'refining the edge')
  const { foreground, ...cutOut } = await refine(picture, grid, found, input.refine)
  const refineMs = lap()

  onProgress(88, 'writing the result')
  const box = input.magicCrop ? foreground : wholeOf(picture)
  const bytes = await write(cutOut, box, colour, format)
  const writeMs = lap()
  onProgress(100, 'done')

  const totalMs = readMs + segmentMs + refineMs + writeMs
  return {
    bytes,
    width: box.width,
    height: box.height,
    contentType: `image/${format}`,
    foreground,
    alphaCoverage: coverage(cutOut.alpha),
    engine: { name: found.model, version: versions[found.model], device: found.device },
    warnings: [...warnings, ...picture.warnings, ...doubts(found, picture, input.refine)],
    timings: { readMs, inferenceMs: found.inferenceMs, refineMs, writeMs, totalMs },
  }
}

/** An image one pixel wide or high can't show a subject and doesn't divide well into the grid. */
function requireArea({ width, height }: RawImage): void {
  if (Math.min(width, height) >= 2) return
  throw new EngineError('image_empty', 'The image is too small to contain a subject', {
    field: 'image_url',
  })
}

/** Returns the milliseconds since the previous call. */
function stopwatch(): () => number {
  let last = performance.now()
  return () => {
    const before = last
    last = performance.now()
    return last - before
  }
}

function chosenColour(
  text: string | undefined,
  format: 'png' | 'jpeg',
  warnings: string[],
): Colour | undefined {
  const colour = text === undefined ? undefined : hexColour(text, 'background_color')
  if (format === 'png') return colour
  if (!colour) warnings.push('JPEG has no transparency: the subject was placed on white')
  if (colour && colour.alpha < 255) {
    warnings.push('JPEG has no transparency: the colour was placed on white')
    return onWhite(colour)
  }
  return colour ?? white
}

async function refine(
  picture: RawImage,
  grid: Uint8Array,
  { alpha: mask }: Segmentation,
  strokes: Refinement | undefined,
): Promise<CutOut & { foreground: Box }> {
  const found = settleMask(mask)
  const settled = strokes ? await applyStrokes(found, grid, picture, strokes) : found
  const alpha = fullAlpha(picture, settled, edgeGuide(grid, settled))
  if (picture.channels === 4) multiplyBySourceAlpha(alpha, picture.pixels)
  const foreground = boundingBox(alpha, picture.width)
  if (!foreground) throw noSubject()
  return { picture, alpha, colours: edgeColours(grid, settled, picture), foreground }
}

function doubts(
  { model, isEmpty }: Segmentation,
  picture: RawImage,
  { keep = [], remove = [] }: Refinement = {},
): string[] {
  const warnings: string[] = []
  if (isEmpty) warnings.push('no subject was found, so only the strokes to keep count')
  else if (model !== 'isnet') {
    warnings.push('the subject was hard to find, so a simpler model was used; edges may be rough')
  }
  const outside = [...keep, ...remove].filter((stroke) => !touches(stroke, picture)).length
  if (outside > 0) warnings.push(`strokes outside the image, without effect: ${outside}`)
  return warnings
}

function wholeOf({ width, height }: RawImage): Box {
  return { left: 0, top: 0, width, height }
}

/** Rows are written in strips of about this many pixels. */
const stripPixels = 1 << 18

async function write(
  cutOut: CutOut,
  { left, top, width, height }: Box,
  colour: Colour | undefined,
  format: 'png' | 'jpeg',
): Promise<Buffer> {
  const writeRow = rowWriter(cutOut)
  const makeRows = (first: number, pixels: Rgba) => {
    pixels.fill(0)
    for (let row = 0; row * width < pixels.length; row++) {
      writeRow(top + first + row, left, left + width, pixels, row * width)
    }
    if (colour) layOn(colour, pixels)
    return pixels
  }
  if (format === 'jpeg') {
    const pixels = makeRows(0, new Int32Array(height * width))
    const raw = { width, height, channels: 4 as const }
    return sharp(new Uint8Array(pixels.buffer), { raw })
      .removeAlpha()
      .jpeg({ quality: 92 })
      .toBuffer()
  }
  const png = pngWriter(width, height)
  const rowsPerStrip = Math.max(1, Math.floor(stripPixels / width))
  const strip = new Int32Array(rowsPerStrip * width)
  for (let first = 0; first < height; first += rowsPerStrip) {
    const count = Math.min(rowsPerStrip, height - first)
    await png.write(makeRows(first, strip.subarray(0, count * width)))
  }
  return png.end()
}
