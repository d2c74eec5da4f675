import sharp from 'sharp'
import { type Colour, hexColour, onWhite, white } from '../colour.ts'
import { decodeImage, type RawImage } from '../decode-image.ts'
import type { Device } from '../device/probe-device.ts'
import { EngineError } from '../engine-error.ts'
import { layOn, type Rgba, rowWriter } from './cut-out.ts'
import { cutPieces, type Piece } from './cut-pieces.ts'
import { type Box, uniteBoxes, visibleArea } from './foreground.ts'
import { pngWriter } from './png-writer.ts'
import type { Models, Segmentation } from './segment.ts'
import { type Refinement, touches } from './strokes.ts'

export interface CutOutInput {
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

export interface CutOutOptions {
  models: Models
  threads?: number | undefined
  device?: Device | undefined
  onProgress?: ((percent: number, stage: string) => void) | undefined
}

export interface CutOutResult {
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
  /** Only the total includes loading the model, on a child's first request. */
  timings: Record<'readMs' | 'inferenceMs' | 'refineMs' | 'writeMs' | 'totalMs', number>
}

/** Version of the model file. Results include it so they can be reproduced. */
const versions = { isnet: '1.4.5', u2netp: '0.0.2' }

const stages = {
  finding: { percent: 10, text: 'finding the subject' },
  closer: { percent: 45, text: 'looking closer' },
  refining: { percent: 80, text: 'refining the edge' },
}

/** Cuts the subject out of an image at the image's own resolution. */
export async function cutOutSubject(
  input: CutOutInput,
  { models, threads = 2, device = 'cpu', onProgress = () => {} }: CutOutOptions,
): Promise<CutOutResult> {
  const format = input.outputFormat ?? 'png'
  const warnings: string[] = []
  const colour = chosenColour(input.backgroundColor, format, warnings)
  const lap = stopwatch()

  onProgress(0, 'reading the image')
  const picture = await decodeImage(input.image, 'image_url')
  requireArea(picture)
  const readMs = lap()

  const { pieces, found, timings } = await cutPieces(picture, {
    models,
    threads,
    device,
    refine: input.refine,
    onStage: (stage) => onProgress(stages[stage].percent, stages[stage].text),
  })
  const cutMs = lap()

  onProgress(88, 'writing the result')
  const foreground = uniteBoxes(pieces.map((piece) => piece.foreground))
  const box = input.magicCrop ? foreground : coverImage(picture)
  const bytes = await write(pieces, box, colour, format)
  const writeMs = lap()
  onProgress(100, 'done')

  const totalMs = readMs + cutMs + writeMs
  const area = pieces.reduce((sum, { alpha }) => sum + visibleArea(alpha), 0)
  return {
    bytes,
    width: box.width,
    height: box.height,
    contentType: `image/${format}`,
    foreground,
    alphaCoverage: area / (picture.width * picture.height),
    engine: { name: found.model, version: versions[found.model], device: found.device },
    warnings: [...warnings, ...picture.warnings, ...listWarnings(found, picture, input.refine)],
    timings: { readMs, ...timings, writeMs, totalMs },
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

function listWarnings(
  { model, isEmpty }: Segmentation,
  picture: RawImage,
  { keep = [], remove = [] }: Refinement = {},
): string[] {
  const warnings: string[] = []
  if (isEmpty) warnings.push('no subject was found, so only the strokes to keep count')
  else if (model !== 'isnet') {
    warnings.push('the subject was hard to find, so a simpler model was used; edges may be rough')
  }
  const unused = [...keep, ...remove].filter((stroke) => !touches(stroke, picture)).length
  if (unused > 0) warnings.push(`strokes outside the image, without effect: ${unused}`)
  return warnings
}

function coverImage({ width, height }: RawImage): Box {
  return { left: 0, top: 0, width, height }
}

/** Rows are written in strips of about this many pixels. */
const stripPixels = 1 << 18

async function write(
  pieces: Piece[],
  { left, top, width, height }: Box,
  colour: Colour | undefined,
  format: 'png' | 'jpeg',
): Promise<Buffer> {
  const writers = pieces.map(pieceWriter)
  const makeRows = (first: number, pixels: Rgba) => {
    pixels.fill(0)
    for (let row = 0; row * width < pixels.length; row++) {
      for (const writeRow of writers) {
        writeRow(top + first + row, left, left + width, pixels, row * width)
      }
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

/** Writes the part of a row of the image that lies in the piece. */
function pieceWriter(piece: Piece): ReturnType<typeof rowWriter> {
  const writeRow = rowWriter(piece)
  const { width, height } = piece.picture
  return (y, left, right, out, at) => {
    const row = y - piece.top
    if (row < 0 || row >= height) return
    const from = Math.max(left, piece.left)
    const to = Math.min(right, piece.left + width)
    if (from < to) writeRow(row, from - piece.left, to - piece.left, out, at + from - left)
  }
}
