import sharp from 'sharp'
import type { RawImage } from '../decode-image.ts'
import type { Device } from '../device/probe-device.ts'
import { EngineError } from '../engine-error.ts'
import { planes } from '../image-planes.ts'
import { runSession, session } from '../model-session.ts'
import { gridSide } from './grid.ts'
import { slimIsnet } from './slim-isnet.ts'

export interface Models {
  isnet: string
  u2netp: string
}

export interface Segmentation {
  /** How much of each grid cell belongs to the subject, 0 to 1. */
  alpha: Float32Array
  model: keyof Models
  device: Device
  /** Milliseconds spent in the model. */
  inferenceMs: number
  /** Whether the mask is empty because no subject was found. */
  isEmpty?: true
}

/**
 * Finds the subject. ISNet is much the better model but finds nothing at all in some images. The
 * older, smaller model is the fallback. An empty mask is an error unless strokes can fill it.
 */
export async function segment(
  grid: Uint8Array,
  models: Models,
  { canBeEmpty, ...on }: { threads: number; device: Device; canBeEmpty: boolean },
): Promise<Segmentation> {
  const isnet = await askIsnet(grid, models.isnet, on)
  if (hasSubject(isnet.values)) {
    return {
      alpha: isnet.values,
      model: 'isnet',
      device: isnet.device,
      inferenceMs: isnet.milliseconds,
    }
  }
  const u2netp = await askU2netp(grid, models.u2netp, on)
  const inferenceMs = isnet.milliseconds + u2netp.milliseconds
  const facts = { model: 'u2netp', device: u2netp.device, inferenceMs } as const
  if (hasSubject(u2netp.values)) {
    return { ...facts, alpha: await enlarge(stretched(u2netp.values), u2netpSide) }
  }
  if (!canBeEmpty) throw noSubject()
  return { ...facts, alpha: new Float32Array(gridSide * gridSide), isEmpty: true }
}

export function noSubject(): EngineError {
  return new EngineError(
    'no_subject_found',
    'No subject stands out from the background. Try an image with one clear subject.',
    { field: 'image_url' },
  )
}

/** Scales the image to the square grid with three channels. Transparent pixels become white. */
export async function toGrid({ pixels, width, height, channels }: RawImage): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels } })
    .flatten({ background: '#fff' })
    .resize(gridSide, gridSide, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

async function askIsnet(grid: Uint8Array, path: string, on: { threads: number; device: Device }) {
  const opened = await session(path, on, slimIsnet)
  const input = planes(grid, (value) => (value - 128) / 256)
  return runSession(opened, input, { width: gridSide, height: gridSide }, 'output')
}

const imageNetMean = [0.485, 0.456, 0.406]
const imageNetDeviation = [0.229, 0.224, 0.225]

const u2netpSide = 320

async function askU2netp(grid: Uint8Array, path: string, on: { threads: number; device: Device }) {
  const side = u2netpSide
  const raw = { width: gridSide, height: gridSide, channels: 3 as const }
  const small = await sharp(grid, { raw }).resize(side, side, { kernel: 'cubic' }).raw().toBuffer()
  const brightest = Math.max(
    1,
    small.reduce((most, value) => Math.max(most, value), 0),
  )
  const input = planes(small, (value, channel) => {
    return (value / brightest - (imageNetMean[channel] ?? 0)) / (imageNetDeviation[channel] ?? 1)
  })
  const opened = await session(path, on)
  return runSession(opened, input, { width: side, height: side }, '1959')
}

/** This model seldom reaches 0 and 1, so its authors stretch the output. */
function stretched(values: Float32Array): Float32Array {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return values.map((value) => (value - low) / (high - low))
}

async function enlarge(alpha: Float32Array, side: number): Promise<Float32Array> {
  const bytes = Uint8Array.from(alpha, (value) => Math.round(value * 255))
  const large = await sharp(bytes, { raw: { width: side, height: side, channels: 1 } })
    .resize(gridSide, gridSide, { kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return Float32Array.from(large, (value) => value / 255)
}

/** Above this value a model's output is reliable. */
const sure = 0.9
/** Real subjects have a share of 0.5 or more; meadows, waves and bricks have less than 0.25. */
const leastSureShare = 0.35

/**
 * False if the model found almost nothing, or is sure about little of it. Uses squares, because a
 * faint veil over the whole image is weaker evidence against a subject than a strong local one.
 */
function hasSubject(alpha: Float32Array): boolean {
  let sum = 0
  let squares = 0
  let sureSquares = 0
  for (const value of alpha) {
    sum += value
    squares += value * value
    if (value > sure) sureSquares += value * value
  }
  return sum / alpha.length >= 0.001 && sureSquares / squares >= leastSureShare
}
