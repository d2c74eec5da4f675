import type { RawImage } from '../decode-image.ts'
import type { Device } from '../device/probe-device.ts'
import { EngineError } from '../engine-error.ts'
import { applyStrokes } from './apply-strokes.ts'
import type { CutOut } from './cut-out.ts'
import { edgeColours } from './edge-colours.ts'
import { edgeGuide } from './edge-guide.ts'
import { type Box, boundingBox, multiplyBySourceAlpha } from './foreground.ts'
import { fullAlpha } from './full-alpha.ts'
import { gridSide } from './grid.ts'
import { planWindows, type Window } from './plan-windows.ts'
import { type Models, noSubject, type Segmentation, segment, toGrid } from './segment.ts'
import { settleMask } from './settle-mask.ts'
import type { Refinement } from './strokes.ts'

/** A cut-out of a part of the image. Nothing outside of the pieces is visible. */
export interface Piece extends CutOut {
  left: number
  top: number
  /** In pixels of the whole image. */
  foreground: Box
}

export interface CutOptions {
  models: Models
  threads: number
  device: Device
  refine: Refinement | undefined
  onStage(stage: 'finding' | 'closer' | 'refining'): void
}

export interface Pieces {
  pieces: Piece[]
  found: Segmentation
  timings: { inferenceMs: number; refineMs: number }
}

/** Finds the subject in the whole image. In a panorama, each subject gets a second look. */
export async function cutPieces(picture: RawImage, options: CutOptions): Promise<Pieces> {
  options.onStage('finding')
  const { found, grid } = await findSubject(picture, options)
  const windows = await lookCloser(picture, found, options)
  options.onStage('refining')
  const startedAt = performance.now()
  const whole = { left: 0, top: 0, picture, grid, mask: found.alpha }
  const parts = windows.length > 0 ? windows : [whole]
  const pieces = []
  for (const part of parts) pieces.push(await refinePart(part, options.refine))
  const visible = pieces.filter((piece) => piece !== undefined)
  if (visible.length === 0) throw noSubject()
  const inferenceMs = windows.reduce((sum, one) => sum + one.inferenceMs, found.inferenceMs)
  const refineMs = performance.now() - startedAt
  return { pieces: visible, found, timings: { inferenceMs, refineMs } }
}

interface Part {
  left: number
  top: number
  picture: RawImage
  grid: Uint8Array
  mask: Float32Array
}

async function findSubject(picture: RawImage, { models, threads, device, refine }: CutOptions) {
  const grid = await toGrid(picture)
  const canBeEmpty = (refine?.keep ?? []).length > 0
  return { grid, found: await segment(grid, models, { threads, device, canBeEmpty }) }
}

/** Empty unless every window shows what was found in the whole image. */
async function lookCloser(
  picture: RawImage,
  found: Segmentation,
  options: CutOptions,
): Promise<(Part & { inferenceMs: number })[]> {
  // Strokes can mark what the whole image didn't show, so they need all of it.
  const windows = options.refine || found.isEmpty ? [] : planWindows(found.alpha, picture)
  const parts = []
  for (const window of windows) {
    options.onStage('closer')
    const part = cropImage(picture, window)
    const closer = await findSubject(part, options).catch(orNothingFound)
    if (!closer || agreement(found.alpha, closer.found.alpha, window, picture) < 0.5) return []
    const { grid, found: inWindow } = closer
    const { alpha: mask, inferenceMs } = inWindow
    parts.push({ left: window.left, top: window.top, picture: part, grid, mask, inferenceMs })
  }
  return parts
}

function orNothingFound(error: unknown): undefined {
  if (error instanceof EngineError && error.code === 'no_subject_found') return undefined
  throw error
}

function cropImage({ pixels, width, channels }: RawImage, window: Window): RawImage {
  const row = window.width * channels
  const cropped = new Uint8Array(row * window.height)
  for (let y = 0; y < window.height; y++) {
    const from = ((window.top + y) * width + window.left) * channels
    cropped.set(pixels.subarray(from, from + row), y * row)
  }
  return { pixels: cropped, width: window.width, height: window.height, channels }
}

/** Intersection over union of the mask of a window with the same part of the whole mask. */
function agreement(
  whole: Float32Array,
  closer: Float32Array,
  { left, top, width, height }: Window,
  picture: RawImage,
): number {
  let both = 0
  let either = 0
  for (let cell = 0; cell < closer.length; cell++) {
    const x = left + (((cell % gridSide) + 0.5) * width) / gridSide
    const y = top + ((Math.floor(cell / gridSide) + 0.5) * height) / gridSide
    const column = Math.floor((x * gridSide) / picture.width)
    const row = Math.floor((y * gridSide) / picture.height)
    const isInWhole = (whole[row * gridSide + column] as number) >= 0.5
    const isInCloser = (closer[cell] as number) >= 0.5
    if (isInWhole && isInCloser) both++
    if (isInWhole || isInCloser) either++
  }
  return both / either
}

/** Undefined if nothing of the part is visible. */
async function refinePart(
  { left, top, picture, grid, mask }: Part,
  strokes: Refinement | undefined,
): Promise<Piece | undefined> {
  const found = settleMask(mask)
  const settled = strokes ? await applyStrokes(found, grid, picture, strokes) : found
  const alpha = fullAlpha(picture, settled, edgeGuide(grid, settled))
  if (picture.channels === 4) multiplyBySourceAlpha(alpha, picture.pixels)
  const box = boundingBox(alpha, picture.width)
  if (!box) return undefined
  const foreground = { ...box, left: left + box.left, top: top + box.top }
  return { left, top, picture, alpha, foreground, colours: edgeColours(grid, settled, picture) }
}
